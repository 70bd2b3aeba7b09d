/* fault:  a session is not finalized (MPI-5.0 11.3.1)
   expect: session & finalize
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int sets;
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets);
    RIGHT(MPI_Session_finalize(&session);)
    return sets < 2;
}
