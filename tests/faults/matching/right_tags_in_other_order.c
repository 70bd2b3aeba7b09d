/* right:  messages with different tags arrive in another order than their receives were posted in (MPI-5.0 3.5)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[3] = {0, 1, 2};
    MPI_Request requests[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; rank == 1 && k < 3; ++k) {
        values[k] = -1;
        MPI_Irecv(&values[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD, &requests[k]);
    }
    for (int k = 2; rank == 0 && k >= 0; --k) MPI_Ssend(&values[k], 1, MPI_INT, 1, k, MPI_COMM_WORLD);
    if (rank == 1) MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 3; ++k) CHECK(values[k] == k);
    MPI_Finalize();
    return 0;
}
