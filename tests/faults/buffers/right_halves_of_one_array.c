/* right:  halves of one array are sent and received at the same time: they touch and do not overlap (MPI-5.0 3.7.2)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[8] = {1, 2, 3, 4};
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(values + 4, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(values, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(values[4] == 1 && values[7] == 4);
    MPI_Allgather(values, 4, MPI_INT, (int[8]){0}, 4, MPI_INT, MPI_COMM_WORLD);
    MPI_Sendrecv(values, 4, MPI_INT, 1 - rank, 0, values + 4, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
