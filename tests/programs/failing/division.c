// A rank divides by zero while the others wait for it.
// ranks: 1 4
// exit: nonzero
// stderr: rank 0 crashed: .*(divi|arithmetic|floating)
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    volatile int zero = 0;
    if (rank == 0) zero = 7 / zero;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
