/* fault:  two nonblocking collectives are started in another order on one rank (MPI-5.0 6.12, 6.14)
   expect: MPI_I?bcast & MPI_I?allreduce
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum, value = 1;
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; ++k) {
        if (k == WRONG(rank) RIGHT(0)) MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[k]);
        else MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[k]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
