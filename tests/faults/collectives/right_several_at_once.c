/* right:  nonblocking collectives on several communicators at once, completed in another order than started, with
           messages whose tags are the same in between (MPI-5.0 6.12)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, one = 1, sums[3] = {0}, value = 0, got = -1;
    MPI_Comm copies[3];
    MPI_Request requests[4];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < 3; ++k) MPI_Comm_dup(MPI_COMM_WORLD, &copies[k]);
    for (int k = 0; k < 3; ++k) {
        int which = (rank + k) % 3; /* nonblocking: another order for each rank, on different communicators */
        MPI_Iallreduce(&one, &sums[which], 1, MPI_INT, MPI_SUM, copies[which], &requests[which]);
    }
    if (rank == 0) value = 9;
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, copies[0],
                 MPI_STATUS_IGNORE);
    for (int k = 3; k >= 0; --k) MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    CHECK(value == 9 && sums[0] == 3 && sums[2] == 3 && got == (rank + size - 1) % size);
    for (int k = 0; k < 3; ++k) MPI_Comm_free(&copies[k]);
    MPI_Finalize();
    return 0;
}
