/* right:  an active receive is freed: its message arrives all the same (MPI-5.0 3.7.3)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static int first, second;
    int rank;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(&first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&second, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(second == 2);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int value = 1; value < 3; ++value) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
