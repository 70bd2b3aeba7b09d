// A null pointer where a result goes.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Comm_size: size is a null pointer.*MPI_ERR_ARG
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Comm_size(MPI_COMM_WORLD, NULL);
    (void)value;
    return end("not reached");
}
