/* fault:  a generalized request is waited for, and nobody completes it (MPI-5.0 13.2)
   expect: deadlock & MPI_Wait
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
    MPI_Request own;
    MPI_Init(NULL, NULL);
    MPI_Grequest_start(query, release, cancel, NULL, &own);
    RIGHT(MPI_Grequest_complete(own);)
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
