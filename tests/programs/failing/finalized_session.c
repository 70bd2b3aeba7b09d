// A session is used after its end, where nothing else is open: the error ends the program.
// ranks: 1 2
// exit: nonzero
// stderr: ranks? [-0-9, ]+: MPI_Session_get_num_psets: session = .*: not a session, or a session that was finalized .*MPI_ERR_SESSION
// oracle: no
#include <mpi.h>

int main(void) {
    MPI_Session session, copy;
    int number;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    copy = session;
    MPI_Session_finalize(&session);
    MPI_Session_get_num_psets(copy, MPI_INFO_NULL, &number);
    return 0;
}
