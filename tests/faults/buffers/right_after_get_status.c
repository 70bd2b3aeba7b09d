/* right:  a rank uses the buffers of messages that MPI_Request_get_status has found complete (MPI-5.0 3.7.6)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, complete;
    int sent[4] = {1, 2, 3, 4}, received[4] = {0};
    MPI_Request both[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(received, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(sent, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &both[1]);
    for (complete = 0; !complete;) MPI_Request_get_status(both[0], &complete, MPI_STATUS_IGNORE);
    CHECK(received[3] == 4);
    received[3] = 5;
    for (complete = 0; !complete;) MPI_Request_get_status(both[1], &complete, MPI_STATUS_IGNORE);
    sent[0] = 6;
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    CHECK(received[3] == 5);
    MPI_Finalize();
    return 0;
}
