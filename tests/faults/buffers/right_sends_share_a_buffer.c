/* right:  several active sends read one buffer, and the program reads it meanwhile (MPI-5.0 3.7.2)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4}, sum = 0;
    MPI_Request requests[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int k = 1; k < 3; ++k) MPI_Isend(values, 4, MPI_INT, k, 0, MPI_COMM_WORLD, &requests[k]);
        MPI_Isend(values + 1, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        for (int k = 0; k < 4; ++k) sum += values[k];
        CHECK(sum == 10);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Recv(values, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
