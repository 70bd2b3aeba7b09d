/* fault:  a group is made of a process set that does not exist (MPI-5.0 11.3.2)
   expect: MPI_Group_from_session_pset & set|name|ERR_ARG|argument
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD" WRONG("S"), &group);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
