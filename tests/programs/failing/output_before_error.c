// The output of all ranks before an error is not lost.
// ranks: 3
// exit: nonzero
// count: N ^rank [0-9] was here$
// stderr: rank 2: MPI_Send: dest = 1000
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    printf("rank %d was here\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Send(&rank, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("not reached");
}
