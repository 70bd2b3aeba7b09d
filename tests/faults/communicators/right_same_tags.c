/* right:  messages with one tag on several communicators at once, between the same ranks (MPI-5.0 3.2.3, 7.1)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4], got[4];
    MPI_Comm comms[4];
    MPI_Request requests[8];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    comms[0] = MPI_COMM_WORLD;
    for (int k = 1; k < 4; ++k) MPI_Comm_dup(comms[k - 1], &comms[k]);
    for (int k = 0; k < 4; ++k) {
        values[k] = 10 * rank + k;
        MPI_Isend(&values[k], 1, MPI_INT, 1 - rank, 0, comms[k], &requests[k]);
    }
    for (int k = 3; k >= 0; --k) MPI_Irecv(&got[k], 1, MPI_INT, MPI_ANY_SOURCE, 0, comms[k], &requests[4 + k]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 4; ++k) CHECK(got[k] == 10 * (1 - rank) + k);
    for (int k = 1; k < 4; ++k) MPI_Comm_free(&comms[k]);
    MPI_Finalize();
    return 0;
}
