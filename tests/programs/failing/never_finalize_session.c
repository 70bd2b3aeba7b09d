// A program with a session that returns from main without MPI_Session_finalize.
// ranks: 1 2
// exit: nonzero
// stderr: rank [0-9]+.*without MPI_Session_finalize
// oracle: no
#include <mpi.h>

int main(void) {
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    return 0;
}
