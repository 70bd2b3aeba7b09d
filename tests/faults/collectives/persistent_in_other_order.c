/* fault:  persistent collectives are initialized in another order on one rank (MPI-5.0 6.13)
   expect: MPI_Barrier_init|MPI_Bcast_init & MPI_Bcast_init|MPI_Bcast|MPI_Start
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; ++k) {
        if (k == WRONG(rank) RIGHT(0)) MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
        else MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    }
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 2; ++k) MPI_Request_free(&requests[k]);
    MPI_Finalize();
    return 0;
}
