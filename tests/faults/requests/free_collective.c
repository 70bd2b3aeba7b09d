/* fault:  MPI_Request_free of a nonblocking collective operation (MPI-5.0 6.12)
   expect: MPI_Request_free & request|collective
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    WRONG(MPI_Request_free(&request);)
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Finalize();
    return 0;
}
