/* Ranks that compute much and wait little: with more of them than cores, they take turns. */
#include <mpi.h>

int main(int argc, char** argv) {
    int rank, size;
    volatile double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 10; ++step) {
        int sent = rank, received;
        for (int index = 0; index < 1000000; ++index) sum += index;
        MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT, (rank + size - 1) % size,
                     0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
