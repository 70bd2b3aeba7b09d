// A question after MPI_Finalize.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Comm_rank: called after MPI_Finalize
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int code = end("ask after the end");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return code;
}
