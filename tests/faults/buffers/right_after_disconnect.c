/* right:  a rank uses the buffer of a receive after MPI_Comm_disconnect, which waits for it (MPI-5.0 11.10.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, received = 0;
    MPI_Comm own;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Irecv(&received, 1, MPI_INT, 1 - rank, 0, own, &request);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, own);
    MPI_Comm_disconnect(&own);
    CHECK(received == 1 - rank);
    received = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
