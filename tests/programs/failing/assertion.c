// An assertion of one rank fails while the others wait for it.
// ranks: 1 4
// exit: nonzero
// stderr: Assertion .*value == 1
// stderr: rank 0
#include "../common/program.h"
#include <assert.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) assert(value == 1);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
