// As many ranks as a machine has: a sum over all of them, and a message to a neighbour and to one far off.
#include <mpi.h>
#include <stdio.h>

static int exchanged(int rank, int size, int distance) {
    int got = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + distance) % size, 0, &got, 1, MPI_INT, (rank + size - distance) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got == (rank + size - distance) % size;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, size, all = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int mine = exchanged(rank, size, 1) && exchanged(rank, size, size / 2 + 1);
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("many: %d ranks: %s\n", size, all == size ? "correct" : "WRONG");
    MPI_Finalize();
    return all == size ? 0 : 1;
}
