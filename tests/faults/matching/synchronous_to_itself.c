/* fault:  a blocking synchronous send to the sender itself (MPI-5.0 3.2.4, 3.4)
   expect: deadlock & MPI_Ssend
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int mine = 1, theirs;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    RIGHT(MPI_Irecv(&theirs, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);)
    MPI_Ssend(&mine, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    WRONG(MPI_Irecv(&theirs, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
