/* fault:  what an active receive is about to write is sent meanwhile (MPI-5.0 3.7.2)
   expect: MPI_Irecv|MPI_Isend|MPI_Send & buffer|overlap|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, old = 1, new = 2;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(WRONG(&old) RIGHT(&new), 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&old, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return new == 0;
}
