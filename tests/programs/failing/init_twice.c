// MPI_Init is called twice.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Init:
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Init(&argc, &argv);
    (void)value;
    return end("not reached");
}
