// MPI_OP_NULL in a reduction.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Reduce: op = MPI_OP_NULL: .*MPI_ERR_OP
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    int result;
    MPI_Reduce(&value, &result, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
