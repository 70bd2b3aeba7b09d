/* fault:  a copy of a request is waited for after the request was completed (MPI-5.0 3.7.3)
   expect: MPI_Wait & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got;
    MPI_Request request, copy;
    MPI_Init(NULL, NULL);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    copy = request;
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(WRONG(&copy) RIGHT(&request), MPI_STATUS_IGNORE);
    (void)copy;
    MPI_Finalize();
    return 0;
}
