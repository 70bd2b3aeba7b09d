/* fault:  one rank calls the nonblocking, the others the blocking operation: they don't match (MPI-5.0 6.12)
   expect: MPI_Ibarrier & MPI_Barrier
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (WRONG(rank == 1) RIGHT(rank > 1)) MPI_Barrier(MPI_COMM_WORLD);
    else {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
