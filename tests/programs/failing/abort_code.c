// MPI_Abort of one rank while the others wait ends the run with its code.
// ranks: 1 4
// exit: 42
// stderr: rank 0.*MPI_Abort
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) MPI_Abort(MPI_COMM_WORLD, 42);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
