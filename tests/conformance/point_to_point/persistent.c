// Persistent requests (MPI-5.0 section 3.9).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { rounds = 6, tag = 8, go_tag = 9 };

typedef int Make(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static Make* const modes[] = {MPI_Send_init, MPI_Ssend_init, MPI_Rsend_init, MPI_Bsend_init};

// Inactive: waiting and testing return at once, with an empty status, and the request stays.
static void check_inactive(MPI_Request* request) {
    MPI_Request before = *request;
    MPI_Status status;
    int flag = 0, index = 0;
    spoil(&status);
    MPI_Wait(request, &status);
    CHECK(is_empty(&status) && *request == before);
    spoil(&status);
    MPI_Test(request, &flag, &status);
    CHECK(flag && is_empty(&status) && *request == before);
    MPI_Waitany(1, request, &index, &status);
    CHECK(index == MPI_UNDEFINED && *request == before);
    flag = 0;
    MPI_Request_get_status(*request, &flag, &status);
    CHECK(flag && is_empty(&status));
}

static void rounds_of(int mode) {
    int value = 0, in = -1;
    char posted = 1, go;
    MPI_Request send, receive;
    MPI_Status status;
    modes[mode](&value, 1, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, &send);
    MPI_Recv_init(&in, 1, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, &receive);
    check_inactive(&send);
    check_inactive(&receive);
    for (int round = 0; round < rounds; ++round) {
        value = 100 * round + rank, in = -1;
        MPI_Start(&receive);
        MPI_Sendrecv(&posted, 1, MPI_CHAR, left_of(rank), go_tag, &go, 1, MPI_CHAR, right_of(rank), go_tag,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Start(&send);
        MPI_Wait(&receive, &status);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        CHECK(in == 100 * round + left_of(rank) && status.MPI_SOURCE == left_of(rank));
        CHECK(send != MPI_REQUEST_NULL && receive != MPI_REQUEST_NULL);
        check_inactive(&receive);
    }
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    CHECK(send == MPI_REQUEST_NULL && receive == MPI_REQUEST_NULL);
    say("mode %d: %d\n", mode, in);
}

// Started together; completed by every form, each time from the beginning.
static void start_all(void) {
    int out[3], in[3], done, indices[6], flag, index;
    MPI_Request requests[6];
    for (int position = 0; position < 3; ++position) {
        MPI_Send_init(&out[position], 1, MPI_INT, right_of(rank), position, MPI_COMM_WORLD, &requests[3 + position]);
        MPI_Recv_init(&in[position], 1, MPI_INT, left_of(rank), position, MPI_COMM_WORLD, &requests[position]);
    }
    for (int round = 0; round < 5; ++round) {
        for (int position = 0; position < 3; ++position) out[position] = round * 10 + position + rank, in[position] = -1;
        MPI_Startall(6, requests);
        if (round == 0) MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
        for (int turn = 0; round == 1 && turn < 6; ++turn)
            MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
        for (int total = 0; round == 2 && total < 6; total += done)
            MPI_Waitsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
        for (flag = 0; round == 3 && !flag;) MPI_Testall(6, requests, &flag, MPI_STATUSES_IGNORE);
        for (int total = 0; round == 4 && total < 6; total += done)
            MPI_Testsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
        for (int position = 0; position < 3; ++position) CHECK(in[position] == round * 10 + position + left_of(rank));
        MPI_Waitsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
        CHECK(done == MPI_UNDEFINED);
        MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
        CHECK(index == MPI_UNDEFINED);
    }
    for (int position = 0; position < 6; ++position) MPI_Request_free(&requests[position]);
}

// Persistent and other requests match each other.
static void mixed_kinds(void) {
    int value = rank, in = -1, other = -1;
    MPI_Request send, receive;
    MPI_Send_init(&value, 1, MPI_INT, right_of(rank), 20, MPI_COMM_WORLD, &send);
    MPI_Recv_init(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &receive);
    MPI_Start(&send);
    MPI_Recv(&other, 1, MPI_INT, left_of(rank), 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&receive);
    send_int(rank, right_of(rank), 21);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    CHECK(other == left_of(rank) && in == left_of(rank));
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

int main(int argc, char** argv) {
    static char buffer[rounds * (64 + MPI_BSEND_OVERHEAD)];
    void* detached;
    int bytes;
    begin(&argc, &argv);
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int mode = 0; mode < 4; ++mode) rounds_of(mode);
    MPI_Buffer_detach(&detached, &bytes);
    start_all();
    mixed_kinds();
    return finish("persistent requests");
}
