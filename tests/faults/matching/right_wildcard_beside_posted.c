/* right:  a longer message can't be the wildcard's: an immediate receive of its rank was posted before (MPI-5.0 3.5)
   ranks:  3 */
#include <mpi.h>
#include <unistd.h>

int main(void) {
    int rank, values[4] = {1, 2, 3, 4}, others[4];
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) usleep(100000);
    if (rank == 1) MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Send(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Irecv(others, 4, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(values, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
