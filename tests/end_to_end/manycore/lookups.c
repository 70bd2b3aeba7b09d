/* Ranks 0 and 1 share a cluster, 2 and 3 another: so many lookups of names are needed (tests/end_to_end/manycore_names.sh
   counts). */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, number = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 3; ++round) { /* of the sender, to both of the other cluster in turn */
        if (rank == 0) MPI_Send(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
        if (rank == 0) MPI_Send(&number, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
        if (rank >= 2) MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* What rank 0 has asked for, its neighbour need not; a message to a neighbour needs no name. */
    if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(&number, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    if (rank == 3) MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
