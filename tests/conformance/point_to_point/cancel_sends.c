// Cancelling sends (MPI-5.0 section 3.8.4): received or cancelled, never both, and without waiting.
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/frame.h"

enum { length = 25000 }; // ints: too long to be copied

static int is_cancelled(const MPI_Status* status) {
    int cancelled = -1;
    MPI_Test_cancelled(status, &cancelled);
    return cancelled;
}

// Cancels, and completes: whether it is cancelled.
static int take_back(MPI_Request* request) {
    MPI_Status status;
    spoil(&status);
    CHECK(MPI_Cancel(request) == MPI_SUCCESS && *request != MPI_REQUEST_NULL);
    CHECK(MPI_Wait(request, &status) == MPI_SUCCESS);
    return is_cancelled(&status);
}

static void receive_int(int expected, int source, int tag, MPI_Comm comm) {
    int in = -1;
    MPI_Status status;
    MPI_Recv(&in, 1, MPI_INT, source, tag, comm, &status);
    CHECK(in == expected && !is_cancelled(&status));
}

// No message waits here.
static void expect_nothing(MPI_Comm comm) {
    int flag = -1;
    MPI_Message message;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE);
    CHECK(flag == 0);
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(flag == 0);
}

// Before its receiver can know that it was cancelled; what comes later is received.
static void unmatched(int count, const int* data) {
    int value = 7 + rank, source = left_of(rank);
    MPI_Request request;
    if (count == length)
        MPI_Isend(data, count, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &request);
    else
        MPI_Issend(data, count, MPI_INT, right_of(rank), 1, MPI_COMM_WORLD, &request);
    CHECK(take_back(&request) == 1 && request == MPI_REQUEST_NULL);
    send_int(value, right_of(rank), 2);
    receive_int(7 + source, source, 2, MPI_COMM_WORLD);
    expect_nothing(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    send_int(value, right_of(rank), 1);
    receive_int(7 + source, source, 1, MPI_COMM_WORLD);
}

// It waits at the receiver, behind another and before a third.
static void one_of_three(void) {
    int values[3] = {10, 20, 30}, source = left_of(rank);
    MPI_Request requests[3];
    MPI_Status statuses[3];
    for (int position = 0; position < 3; ++position)
        MPI_Issend(&values[position], 1, MPI_INT, right_of(rank), 3, MPI_COMM_WORLD, &requests[position]);
    MPI_Probe(source, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Cancel(&requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    receive_int(10, source, 3, MPI_COMM_WORLD);
    receive_int(30, source, 3, MPI_COMM_WORLD);
    MPI_Waitall(3, requests, statuses);
    CHECK(!is_cancelled(&statuses[0]) && is_cancelled(&statuses[1]) && !is_cancelled(&statuses[2]));
    expect_nothing(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

// The first that arrives is cancelled: the receive gets the next one.
static void first_of_two(void) {
    int values[2] = {40, 50}, in = -1;
    MPI_Request requests[2];
    MPI_Issend(&values[0], 1, MPI_INT, right_of(rank), 4, MPI_COMM_WORLD, &requests[0]);
    CHECK(take_back(&requests[0]) == 1);
    MPI_Issend(&values[1], 1, MPI_INT, right_of(rank), 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in == 50);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

// A receive or a matched probe has met it: it goes on to its end.
static void matched(void) {
    int in = -1, value = 60, out = 61;
    MPI_Request requests[2];
    MPI_Message message;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(take_back(&requests[1]) == 0 && in == 60);
    MPI_Issend(&out, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Mprobe(rank, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Cancel(&requests[1]);
    MPI_Imrecv(&in, 1, MPI_INT, &message, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], &status);
    CHECK(in == 61 && !is_cancelled(&status));
}

// A short message in standard mode was sent already, or is cancelled: the receiver is told which.
static void standard(void) {
    int value = 70, cancelled, theirs = -1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, right_of(rank), 6, MPI_COMM_WORLD, &request);
    cancelled = take_back(&request);
    send_int(cancelled, right_of(rank), 7);
    MPI_Recv(&theirs, 1, MPI_INT, left_of(rank), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (theirs == 0) receive_int(70, left_of(rank), 6, MPI_COMM_WORLD);
    expect_nothing(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

// The request starts anew while the cancelled message may still be under way.
static void persistent(int* data) {
    static int in[length];
    MPI_Request requests[2];
    MPI_Ssend_init(data, 1, MPI_INT, right_of(rank), 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(data, length, MPI_INT, right_of(rank), 9, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 20; ++round)
        for (int position = 0; position < 2; ++position) {
            MPI_Start(&requests[position]);
            CHECK(take_back(&requests[position]) == 1 && requests[position] != MPI_REQUEST_NULL);
            if (round % 4 != 3) continue;
            data[0] = round;
            MPI_Start(&requests[position]);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Recv(in, length, MPI_INT, left_of(rank), 8 + position, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Wait(&requests[position], MPI_STATUS_IGNORE);
            CHECK(in[0] == round && (position == 0 || in[length - 1] == data[length - 1]));
            MPI_Barrier(MPI_COMM_WORLD);
        }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// All forms of completion tell it.
static void completions(void) {
    int value = 80, index = -1, flag = 0, count = 0, positions[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    for (int form = 0; form < 5; ++form) {
        for (int position = 0; position < 2; ++position) {
            MPI_Issend(&value, 1, MPI_INT, right_of(rank), 10, MPI_COMM_WORLD, &requests[position]);
            MPI_Cancel(&requests[position]);
        }
        spoil(&statuses[0]), spoil(&statuses[1]);
        MPI_Request_get_status(requests[0], &flag, &statuses[0]);
        CHECK(flag && is_cancelled(&statuses[0]));
        spoil(&statuses[0]);
        if (form == 0) MPI_Testall(2, requests, &flag, statuses);
        if (form == 1) MPI_Waitall(2, requests, statuses);
        if (form == 2) MPI_Waitsome(2, requests, &count, positions, statuses);
        if (form == 3) MPI_Testany(2, requests, &index, &flag, &statuses[0]);
        if (form == 4) MPI_Test(&requests[0], &flag, &statuses[0]);
        CHECK(flag && is_cancelled(&statuses[0]) && requests[0] == MPI_REQUEST_NULL);
        if (form < 3) CHECK(is_cancelled(&statuses[1]) && requests[1] == MPI_REQUEST_NULL);
        if (form == 2) CHECK(count == 2);
        if (form >= 3) MPI_Request_free(&requests[1]);
    }
    CHECK(requests[1] == MPI_REQUEST_NULL);
}

// In other communicators: oneself alone, and the two halves.
static void communicators(void) {
    MPI_Comm half, both;
    MPI_Request request;
    int value = 90, in_left = rank % 2, remote = -1;
    MPI_Issend(&value, 1, MPI_INT, 0, 11, MPI_COMM_SELF, &request);
    CHECK(take_back(&request) == 1);
    expect_nothing(MPI_COMM_SELF);
    if (size < 2) return;
    MPI_Comm_split(MPI_COMM_WORLD, in_left, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - in_left, 12, &both);
    MPI_Comm_remote_size(both, &remote);
    for (int position = 0; position < remote; ++position) {
        MPI_Issend(&value, 1, MPI_INT, position, 13, both, &request);
        CHECK(take_back(&request) == 1);
    }
    MPI_Barrier(both);
    expect_nothing(both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

// Every other int; the type is freed at once.
static void scattered(int* data) {
    MPI_Datatype type;
    MPI_Request request;
    MPI_Type_vector(length / 2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Issend(data, 1, type, right_of(rank), 14, MPI_COMM_WORLD, &request);
    MPI_Type_free(&type);
    CHECK(take_back(&request) == 1);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    static int data[length];
    for (int position = 0; position < length; ++position) data[position] = position;
    begin(&argc, &argv);
    unmatched(1, data);
    unmatched(length, data);
    one_of_three();
    first_of_two();
    matched();
    standard();
    persistent(data);
    completions();
    communicators();
    scattered(data);
    return finish("cancelling sends");
}
