/* right:  a communicator is freed while a receive on it is active: it lives on until that is complete (MPI-5.0 7.4.3)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine, theirs = -1;
    MPI_Comm own;
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Irecv(&theirs, 1, MPI_INT, 1 - rank, 0, own, &requests[0]);
    MPI_Isend(&mine, 1, MPI_INT, 1 - rank, 0, own, &requests[1]);
    MPI_Comm_free(&own);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(theirs == 1 - rank);
    MPI_Finalize();
    return 0;
}
