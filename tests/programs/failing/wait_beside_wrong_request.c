// A rank waits for ever for one request while a handle behind it is none: the report says both.
// ranks: 1 3
// exit: 3
// stderr: rank 0 waits in MPI_Waitall for a message from rank 0 with tag 5.*; array_of_requests\[2\] = 0x[0-9a-f]+: not a request
// oracle: no
#include "../common/program.h"

int main(int argc, char** argv) {
    int value = 0;
    begin(&argc, &argv);
    MPI_Request requests[3], freed;
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &freed);
    requests[2] = freed;
    MPI_Request_free(&freed);
    MPI_Isend(&rank, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    return end("not reached");
}
