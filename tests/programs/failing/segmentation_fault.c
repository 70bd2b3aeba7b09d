// A rank writes through a null pointer while the others wait for it.
// ranks: 1 4
// exit: nonzero
// stderr: rank 0 crashed: .*0x8
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) *(volatile int*)(size_t)8 = 1;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
