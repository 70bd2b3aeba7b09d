/* fault:  a message is received into memory where the result of a nonblocking gather comes (MPI-5.0 6.12)
   expect: MPI_Recv|MPI_Iallgatherv & buffer|overlap
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, gathered[3] = {0}, other[2] = {0}, sent[2] = {1, 2};
    const int counts[2] = {1, 2}, places[2] = {0, 1};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iallgatherv(sent, counts[rank], MPI_INT, gathered, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
    if (rank == 1) MPI_Send(sent, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(WRONG(gathered) RIGHT(other), 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return other[0] > 1;
}
