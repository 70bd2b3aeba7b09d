/* fault:  MPI_Grequest_complete of a request that is a receive (MPI-5.0 13.2)
   expect: MPI_Grequest_complete & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

static int query(void* state, MPI_Status* status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}
static int release(void* state) { (void)state; return MPI_SUCCESS; }
static int cancel(void* state, int complete) { (void)state; (void)complete; return MPI_SUCCESS; }

int main(void) {
    int value = 1, got;
    MPI_Request request, own;
    MPI_Init(NULL, NULL);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Grequest_start(query, release, cancel, NULL, &own);
    MPI_Grequest_complete(WRONG(request) RIGHT(own));
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
