/* fault:  a wildcard may take the message that the next receive waits for: it does here, where rank 1 sends last
           (MPI-5.0 3.5)
   expect: deadlock & MPI_Recv
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, WRONG(2) RIGHT(MPI_ANY_SOURCE), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
