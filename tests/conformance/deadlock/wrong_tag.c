// One rank waits for a tag that is never sent, in a probe, in a wait for some, and in a matched probe.
// ranks: 3
// exit: 3
// oracle: no
// stderr: rank 0 waits in MPI_Probe for a message from any source with tag 2
// stderr: rank 1 waits in MPI_Waitsome
// stderr: rank 2 waits in MPI_Mprobe for a message from any source with tag 4
#include "../common/frame.h"

int main(int argc, char** argv) {
    int value = 1, done, indices[1];
    MPI_Request request;
    MPI_Message message;
    begin(&argc, &argv);
    send_int(rank, right_of(rank), 1);
    if (rank == 0) MPI_Probe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    if (rank == 1) MPI_Waitsome(1, &request, &done, indices, MPI_STATUSES_IGNORE);
    MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    return finish("not reached");
}
