/* fault:  MPI_Request_free of MPI_REQUEST_NULL: the request was completed (MPI-5.0 3.7.3)
   expect: MPI_Request_free & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
