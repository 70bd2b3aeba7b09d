/* A broadcast of a word whose receivers expect half of it. */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, values[2] = {1, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(values, rank == 0 ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
