/* right:  messages to oneself: by an immediate send, by a buffered one, by MPI_Sendrecv (MPI-5.0 3.2.4, 3.6, 3.10)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static char space[MPI_BSEND_OVERHEAD + 100];
    int rank, value = 1, got = 0, size;
    char* detached;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Issend(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(&got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1);
    MPI_Buffer_attach(space, (int)sizeof space);
    value = 2;
    MPI_Bsend(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    value = 0;
    MPI_Recv(&got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == 2);
    MPI_Buffer_detach(&detached, &size);
    MPI_Sendrecv_replace(&got, 1, MPI_INT, rank, 1, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == 2);
    MPI_Finalize();
    return 0;
}
