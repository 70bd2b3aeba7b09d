// A rank calls abort() while the others wait for it.
// ranks: 1 4
// exit: nonzero
// stderr: rank 0.*(abort|SIGABRT)
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) abort();
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
