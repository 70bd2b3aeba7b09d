// A session does not bring MPI_COMM_WORLD.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Barrier: comm: a predefined communicator is used before MPI_Init or after MPI_Finalize
// oracle: no
#include <mpi.h>

int main(void) {
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
