// A root that doesn't exist.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Bcast: root = 55: .*MPI_ERR_ROOT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Bcast(&value, 1, MPI_INT, 55, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
