// A message with the tag MPI_ANY_TAG.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Send: tag = .*MPI_ERR_TAG
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
