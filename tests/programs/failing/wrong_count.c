// A negative count.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Send: count = -1: .*MPI_ERR_COUNT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
