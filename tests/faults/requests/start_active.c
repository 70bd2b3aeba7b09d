/* fault:  a persistent request is started while it is active (MPI-5.0 3.9)
   expect: MPI_Start & active|ERR_REQUEST|request
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1) MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int round = 0; round < 2; ++round) {
        MPI_Start(&request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
