// Probe and Iprobe, matched probe and receive (MPI-5.0 section 3.8).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { longest = 2000 };

static int sent[longest], got[longest];

static int length_for(int from) {
    return from * 37 % longest + 1;
}

static void check_content(int from, int count) {
    CHECK(count == length_for(from));
    for (int index = 0; index < count; ++index) CHECK(got[index] == from + index);
}

static MPI_Request send_right(int tag) {
    MPI_Request request;
    for (int index = 0; index < length_for(rank); ++index) sent[index] = rank + index;
    MPI_Isend(sent, length_for(rank), MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, &request);
    return request;
}

static void check_status(MPI_Status* status, int tag) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK(count == length_for(left_of(rank)) && status->MPI_SOURCE == left_of(rank) &&
          status->MPI_TAG == tag);
}

// A probe says what a receive with the same arguments would get; the message stays.
static void probe(int blocking, int source, int tag) {
    MPI_Request request = send_right(5);
    MPI_Status status, again;
    int flag = blocking;
    if (blocking) MPI_Probe(source, tag, MPI_COMM_WORLD, &status);
    while (!flag) MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, &status);
    check_status(&status, 5);
    MPI_Probe(status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &again);
    check_status(&again, 5);
    MPI_Recv(got, longest, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &again);
    check_status(&again, 5);
    check_content(left_of(rank), length_for(left_of(rank)));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void nothing_there(void) {
    MPI_Message message = MPI_MESSAGE_NULL;
    int flag = 1;
    MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    flag = 1;
    MPI_Improbe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

// A matched message belongs to its handle: other receives and probes don't see it.
static void matched(void) {
    int first = 100 + rank, second = 200 + rank, in_first = -1, in_second = -1, flag = 1;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    send_int(first, rank, 6);
    MPI_Mprobe(rank, 6, MPI_COMM_WORLD, &message, &status);
    CHECK(status.MPI_TAG == 6 && message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC);
    MPI_Iprobe(rank, 6, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    send_int(second, rank, 6);
    MPI_Recv(&in_second, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mrecv(&in_first, 1, MPI_INT, &message, &status);
    CHECK(in_first == first && in_second == second && message == MPI_MESSAGE_NULL);
    CHECK(status.MPI_SOURCE == rank && status.MPI_TAG == 6);
    send_int(first, rank, 6);
    do MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    while (!flag);
    in_first = -1;
    MPI_Imrecv(&in_first, 1, MPI_INT, &message, &request);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Wait(&request, &status);
    CHECK(in_first == first && status.MPI_SOURCE == rank);
}

// Messages held by handles are received in any order, long ones too.
static void several_matched(void) {
    MPI_Message messages[3];
    MPI_Request requests[3];
    MPI_Status status;
    for (int tag = 0; tag < 3; ++tag) requests[tag] = send_right(30 + tag);
    for (int tag = 0; tag < 3; ++tag)
        MPI_Mprobe(left_of(rank), 30 + tag, MPI_COMM_WORLD, &messages[tag], &status);
    for (int tag = 2; tag >= 0; --tag) {
        memset(got, 0, sizeof got);
        MPI_Mrecv(got, longest, MPI_INT, &messages[tag], &status);
        check_status(&status, 30 + tag);
        check_content(left_of(rank), length_for(left_of(rank)));
    }
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

// Probes of MPI_PROC_NULL find a message of nobody at once.
static void null_process(void) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int flag = 0, count = -1;
    MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 0);
    MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status);
    CHECK(flag && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    spoil(&status);
    MPI_Mrecv(got, 1, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    flag = 0;
    MPI_Improbe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK(flag && message == MPI_MESSAGE_NO_PROC);
    MPI_Imrecv(got, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    nothing_there();
    for (int blocking = 0; blocking < 2; ++blocking) {
        probe(blocking, left_of(rank), 5);
        probe(blocking, MPI_ANY_SOURCE, 5);
        probe(blocking, left_of(rank), MPI_ANY_TAG);
        probe(blocking, MPI_ANY_SOURCE, MPI_ANY_TAG);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    matched();
    MPI_Barrier(MPI_COMM_WORLD);
    several_matched();
    null_process();
    return finish("probes");
}
