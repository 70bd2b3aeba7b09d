// A message with a negative tag.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Isend: tag = -5: .*MPI_ERR_TAG
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, &request);
    (void)value;
    return end("not reached");
}
