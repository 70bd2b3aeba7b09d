/* fault:  the result of MPI_Comm_idup is used before the operation is complete (MPI-5.0 7.4.2)
   expect: MPI_Barrier & communicator|ERR_COMM|MPI_Comm_idup
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_idup(MPI_COMM_WORLD, &own, &request);
    WRONG(MPI_Barrier(own);)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(MPI_Barrier(own);)
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
