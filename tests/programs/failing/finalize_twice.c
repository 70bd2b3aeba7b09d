// MPI_Finalize is called twice.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Finalize: called after MPI_Finalize
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int code = end("finalize twice");
    MPI_Finalize();
    return code;
}
