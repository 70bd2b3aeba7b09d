/* fault:  the same active request is twice in the list of MPI_Waitall (MPI-5.0 3.7.5)
   expect: MPI_Waitall & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got;
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    requests[1] = WRONG(requests[0]) RIGHT(MPI_REQUEST_NULL);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
