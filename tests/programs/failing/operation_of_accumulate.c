// MPI_REPLACE is an operation, but none that reductions know.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Allreduce: op = MPI_REPLACE: only for one-sided communication .*MPI_ERR_OP
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD);
    return end("not reached");
}
