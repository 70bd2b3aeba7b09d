// Cancelling receives (MPI-5.0 section 3.8.4). Sends: cancel_sends.c.
// ranks: 1 2 3 5 8
#include "../common/frame.h"

static int is_cancelled(const MPI_Status* status) {
    int cancelled = -1;
    MPI_Test_cancelled(status, &cancelled);
    return cancelled;
}

// An unmatched receive is cancelled; its buffer stays as it was, and the message goes to the next receive.
static void unmatched(void) {
    int in = -1, later = -1, value = 4 + rank;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    CHECK(MPI_Cancel(&request) == MPI_SUCCESS);
    CHECK(request != MPI_REQUEST_NULL); // it still has to be completed
    MPI_Wait(&request, &status);
    CHECK(is_cancelled(&status) == 1 && request == MPI_REQUEST_NULL);
    send_int(value, rank, 1);
    MPI_Recv(&later, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &status);
    CHECK(in == -1 && later == value && !is_cancelled(&status));
}

// Either it is cancelled or it succeeds: one that has its message succeeds.
static void already_matched(void) {
    int in = -1, value = 9 + rank, flag = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request);
    send_int(value, rank, 2);
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    CHECK(in == value && !is_cancelled(&status) && status.MPI_SOURCE == rank);
}

// Only the cancelled one of several goes.
static void one_of_three(void) {
    int in[3] = {-1, -1, -1}, values[2] = {50, 60};
    MPI_Request requests[3];
    MPI_Status statuses[3];
    for (int index = 0; index < 3; ++index)
        MPI_Irecv(&in[index], 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &requests[index]);
    MPI_Cancel(&requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    send_int(values[0], right_of(rank), 3);
    send_int(values[1], right_of(rank), 3);
    MPI_Waitall(3, requests, statuses);
    CHECK(in[0] == 50 && in[1] == -1 && in[2] == 60);
    CHECK(!is_cancelled(&statuses[0]) && is_cancelled(&statuses[1]) && !is_cancelled(&statuses[2]));
}

// The cancelled operation of a persistent request ends; the request is inactive and starts anew.
static void persistent(void) {
    int in = -1, value = 31;
    MPI_Request request;
    MPI_Status status;
    MPI_Recv_init(&in, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &request);
    for (int round = 0; round < 3; ++round) {
        MPI_Start(&request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        CHECK(is_cancelled(&status) && request != MPI_REQUEST_NULL);
        in = -1;
        MPI_Start(&request);
        send_int(value, rank, 4);
        MPI_Wait(&request, &status);
        CHECK(in == 31 && !is_cancelled(&status));
    }
    MPI_Request_free(&request);
}

// Cancelled and freed: nothing is left behind.
static void cancel_and_free(void) {
    int in = -1, later = -1, value = 8;
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Request_free(&request);
    send_int(value, rank, 5);
    MPI_Recv(&later, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in == -1 && later == 8);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    unmatched();
    already_matched();
    one_of_three();
    persistent();
    cancel_and_free();
    return finish("cancelling receives");
}
