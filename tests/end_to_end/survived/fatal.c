/* With MPI_ERRORS_ARE_FATAL, the default, a call that fails ends the run. To be checked from outside: the
   exit code of the run is not 0, it tells so on standard error, and there is no output on standard output. */
#include "check.h"

int main(int argc, char** argv) {
    int value;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    if (rank == size - 1) die();
    await_failures(MPI_COMM_WORLD, 1);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(0, "a call that fails returns");
    } else {
        /* Ended by rank 0. */
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(0, "a message that none has sent");
    }
    return finish();
}
