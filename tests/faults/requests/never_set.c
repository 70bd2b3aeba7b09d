/* fault:  a request variable that was never set is waited for (MPI-5.0 3.7.3, 2.5.1)
   expect: MPI_Wait & request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include <string.h>
#include "../faults.h"

int main(void) {
    MPI_Request request;
    MPI_Init(NULL, NULL);
    memset(&request, 0x55, sizeof request); /* what a stack may contain */
    RIGHT(request = MPI_REQUEST_NULL;)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
