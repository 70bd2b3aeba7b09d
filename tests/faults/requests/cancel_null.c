/* fault:  MPI_Cancel of MPI_REQUEST_NULL (MPI-5.0 3.8.4)
   expect: MPI_Cancel & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int got;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(NULL, NULL);
    RIGHT(MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);)
    WRONG((void)got;)
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
