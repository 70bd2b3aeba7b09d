// MPI_COMM_NULL in a barrier.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Barrier: comm = MPI_COMM_NULL: .*MPI_ERR_COMM
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Barrier(MPI_COMM_NULL);
    (void)value;
    return end("not reached");
}
