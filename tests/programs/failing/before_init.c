// A message before MPI_Init.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Send: called before MPI_Init
#include "../common/program.h"

int main(int argc, char** argv) {
    int value = 0;
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    begin(&argc, &argv);
    return end("not reached");
}
