/* fault:  a matched message is still being received into a buffer that another receive gets, too (MPI-5.0 3.8.3)
   expect: MPI_Imrecv|MPI_Recv & buffer|overlap
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4}, others[4];
    MPI_Message message;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(values, 4, MPI_INT, &message, &request);
        MPI_Recv(WRONG(values) RIGHT(others), 4, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
