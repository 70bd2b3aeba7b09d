/* right:  null and inactive requests in the lists of the completing functions (MPI-5.0 3.7.3, 3.7.5)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, index, flag, count, indices[3];
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
    if (rank == 1) MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(3, requests, &index, &status);
    CHECK(index == MPI_UNDEFINED);
    MPI_Testsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
    CHECK(count == MPI_UNDEFINED);
    MPI_Wait(&requests[1], &status);
    MPI_Start(&requests[1]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag && requests[1] != MPI_REQUEST_NULL);
    MPI_Request_free(&requests[1]);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
