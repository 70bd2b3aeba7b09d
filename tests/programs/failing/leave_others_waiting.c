// One rank leaves with exit() and without MPI_Finalize while the others wait for it.
// ranks: 2 4
// exit: nonzero
// stderr: rank 0.*MPI_Finalize
#include "../common/program.h"

int main(int argc, char** argv) {
    int value = 0;
    begin(&argc, &argv);
    if (rank == 0) exit(0);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end("not reached");
}
