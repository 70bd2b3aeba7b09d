// An error handler that MPI_Waitall calls waits for ever: the report is about its own call.
// ranks: 2
// exit: 3
// stderr: rank 0 waits in MPI_Recv for a message from rank 1 with tag 77, up to 4 bytes; called in
// oracle: no
#include "../common/program.h"

#include <unistd.h>

static void wait_for_ever(MPI_Comm* comm, int* code, ...) {
    int value;
    (void)code;
    MPI_Recv(&value, 1, MPI_INT, 1, 77, *comm, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    MPI_Request requests[3], freed;
    MPI_Errhandler handler;
    int out[2] = {1, 2}, in = 0;
    begin(&argc, &argv);
    MPI_Comm_create_errhandler(wait_for_ever, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &freed);
    requests[2] = freed;
    MPI_Request_free(&freed);
    if (rank == 1) {
        usleep(50000); // rank 0 waits already
        MPI_Send(out, 2, MPI_INT, 0, 5, MPI_COMM_WORLD);
        return end("not reached");
    }
    MPI_Irecv(&in, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &requests[0]);
    requests[1] = MPI_REQUEST_NULL;
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    return end("not reached");
}
