// A null pointer for a message with elements.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Send: buf is a null pointer.*MPI_ERR_BUFFER
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Send(NULL, 3, MPI_INT, 0, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
