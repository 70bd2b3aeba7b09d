/* fault:  the root changes what a nonblocking scatter sends before it is complete (MPI-5.0 6.12)
   expect: MPI_Iscatterv & buffer|written|modified|changed
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sent[4] = {1, 2, 3, 4}, received[3];
    const int counts[2] = {1, 3}, places[2] = {0, 1};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iscatterv(sent, counts, places, MPI_INT, received, counts[rank], MPI_INT, 0, MPI_COMM_WORLD, &request);
    WRONG(sent[2] = -1;)
    if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(sent[2] = -1;)
    MPI_Finalize();
    return 0;
}
