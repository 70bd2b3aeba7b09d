/* fault:  one rank does not start a nonblocking collective that the others wait for (MPI-5.0 6.12)
   expect: deadlock & MPI_Wait|MPI_Ibarrier
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank != 1)) MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
