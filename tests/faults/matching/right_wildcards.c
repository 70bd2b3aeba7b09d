/* right:  wildcards that no other receive competes with: answers in whatever order (MPI-5.0 3.2.4)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, value, sum = 0;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 10 + rank, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == rank);
    }
    for (int k = 1; rank == 0 && k < size; ++k) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == 10 + status.MPI_SOURCE && value == status.MPI_SOURCE);
        MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
        sum += value;
    }
    CHECK(rank != 0 || sum == 6);
    MPI_Finalize();
    return 0;
}
