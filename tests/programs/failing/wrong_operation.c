// An operation that the datatype doesn't take: bits of a floating-point number.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Allreduce: op.*MPI_ERR_OP
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    double fraction = 1, result;
    MPI_Allreduce(&fraction, &result, 1, MPI_DOUBLE, MPI_BXOR, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
