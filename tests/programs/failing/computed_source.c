// A source that is MPI_ANY_SOURCE by its value but nowhere by its name: this cut says it has none.
// arguments: -1
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Recv: source has the value of MPI_ANY_SOURCE
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(&value, 1, MPI_INT, atoi(argv[1]), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
