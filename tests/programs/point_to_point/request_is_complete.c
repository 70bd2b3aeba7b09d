// MPIX_Request_is_complete: what is known of a request, which remains; other calls make progress.
// ranks: 1 2 3 5
// oracle: no
#include "../common/states.h"

static void inactive(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 0;
    CHECK(MPIX_Request_is_complete(request) == 1);
    MPI_Recv_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    CHECK(MPIX_Request_is_complete(request) == 1);
    MPI_Request_free(&request);
}

// A receive is incomplete before anything was sent, however often it is asked for.
static void receive(void) {
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Request request, handle;
    MPI_Status status;
    int value = -1, flag;
    MPI_Irecv(&value, 1, MPI_INT, last, 3, MPI_COMM_WORLD, &request);
    handle = request;
    for (int turn = 0; turn < 100; ++turn) CHECK(MPIX_Request_is_complete(request) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    while (!MPIX_Request_is_complete(request)) MPI_Iprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &status);
    CHECK(request == handle && value == last);
    CHECK(MPIX_Request_is_complete(request) == 1);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == last && status.MPI_TAG == 3);
}

static int query(void* state, MPI_Status* status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static void generalized(void) {
    MPI_Request request;
    MPI_Grequest_start(query, NULL, NULL, NULL, &request);
    CHECK(MPIX_Request_is_complete(request) == 0);
    MPI_Grequest_complete(request);
    CHECK(MPIX_Request_is_complete(request) == 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

int main(int argc, char** argv) {
    begin_with_states(&argc, &argv);
    inactive();
    receive();
    generalized();
    return end("requests are asked whether they are complete");
}
