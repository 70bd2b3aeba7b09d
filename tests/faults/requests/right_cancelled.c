/* right:  receives are cancelled: one that gets nothing, and one whose message is there already (MPI-5.0 3.8.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, cancelled;
    MPI_Request request, sent = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK(cancelled);
    if (rank == 0) MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &sent);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        if (cancelled) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
