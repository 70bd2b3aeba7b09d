// Messages in partitions: readiness, arrival, other partitions at the receiver, order, starts (MPI-5.0 chapter 4).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { tag = 6, most = 64 };

#if MPI_SINCE(4, 0)

static int value_of(int from, int round, int index) {
    return 10000 * from + 100 * round + index;
}

// Sent to the right in `parts` partitions, received from the left in `into`: as many elements in all.
static void exchange(int parts, int into, int elements) {
    static int out[most * 8], in[most * 8];
    const int left = left_of(rank), right = right_of(rank);
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Psend_init(out, parts, elements / parts, MPI_INT, right, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, into, elements / into, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; ++round) {
        int flag = -1;
        for (int index = 0; index < elements; ++index) in[index] = -1;
        MPI_Startall(2, requests);
        for (int part = parts - 1; part >= 0; --part) {
            for (int index = part * (elements / parts); index < (part + 1) * (elements / parts); ++index)
                out[index] = value_of(rank, round, index);
            CHECK(MPI_Pready(part, requests[0]) == MPI_SUCCESS);
        }
        for (int part = 0; part < into; ++part) {
            do MPI_Parrived(requests[1], part, &flag);
            while (!flag);
            for (int index = part * (elements / into); index < (part + 1) * (elements / into); ++index)
                CHECK(in[index] == value_of(left, round, index));
        }
        MPI_Waitall(2, requests, statuses);
        CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
#ifndef MPICH_VERSION
        MPI_Parrived(requests[1], 0, &flag);
        CHECK(flag); // nothing is left to arrive
#endif
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// What is ready arrives while the rest is not.
static void ready_one_by_one(void) {
    int out[4] = {1, 2, 3, 4}, in[4] = {0}, flag = 0;
    MPI_Request send, receive;
    MPI_Psend_init(out, 4, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in, 4, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    MPI_Start(&receive);
    MPI_Start(&send);
    MPI_Test(&send, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Pready_range(1, 2, send);
    MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Pready_list(2, (int[]){3, 0}, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    for (int index = 0; index < 4; ++index) CHECK(in[index] == index + 1);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

// Partitions without data arrive one by one, too: in a whole empty message, each half of the receiver's with its half of the
// sender's.
static void ready_without_data(void) {
    int nothing = 0, flag = 1;
    MPI_Request send, receive;
    MPI_Psend_init(&nothing, 4, 0, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(&nothing, 2, 0, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    for (int round = 0; round < 2; ++round) {
        MPI_Start(&receive);
        MPI_Parrived(receive, 0, &flag);
        CHECK(!flag);
        MPI_Start(&send);
        MPI_Pready_range(2, 3, send);
        do MPI_Parrived(receive, 1, &flag);
        while (!flag);
        MPI_Parrived(receive, 0, &flag);
        CHECK(!flag);
        MPI_Pready_range(0, 1, send);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

// Requests match in the order in which they were made, in whichever order they are started.
static void order_of_requests(void) {
    int out[2] = {10, 20}, in[2] = {0};
    MPI_Request sends[2], receives[2];
    for (int one = 0; one < 2; ++one)
        MPI_Psend_init(&out[one], 1, 1, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &sends[one]);
    for (int one = 0; one < 2; ++one)
        MPI_Precv_init(&in[one], 1, 1, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receives[one]);
    for (int one = 1; one >= 0; --one) {
        MPI_Start(&sends[one]);
        MPI_Pready(0, sends[one]);
    }
    MPI_Startall(2, receives);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
    CHECK(in[0] == 10 && in[1] == 20);
    for (int one = 0; one < 2; ++one) {
        MPI_Request_free(&sends[one]);
        MPI_Request_free(&receives[one]);
    }
}

// Derived datatypes, partitions that end within an element of the receiver's, messages beside them.
static void elements_across_partitions(void) {
    int out[24], in[48], beside = rank, from_left = -1;
    MPI_Datatype pairs;
    MPI_Request send, receive;
    MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    for (int index = 0; index < 24; ++index) out[index] = rank + index;
    for (int index = 0; index < 48; ++index) in[index] = -1;
    MPI_Psend_init(out, 8, 3, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in, 3, 4, pairs, left_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    MPI_Start(&send);
    MPI_Start(&receive);
    MPI_Pready_range(0, 7, send);
    MPI_Sendrecv(&beside, 1, MPI_INT, right_of(rank), tag, &from_left, 1, MPI_INT, left_of(rank), tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(from_left == left_of(rank));
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    for (int element = 0; element < 12; ++element) { // an element takes three ints, of which two are data
        CHECK(in[3 * element] == left_of(rank) + 2 * element);
        CHECK(in[3 * element + 2] == left_of(rank) + 2 * element + 1);
    }
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Type_free(&pairs);
}

#ifndef MPICH_VERSION // which 4.0.2 does not end
// Pairs match in the order of their init calls (4.2.1), whichever side frees first and whether the other's init call has
// come by then or not.
static void freed_before_started(void) {
    int out = rank, in = -1, token = 0;
    MPI_Request send, receive;
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Precv_init(&in, 1, 1, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
        if (turn == 0) MPI_Request_free(&receive); // before the send of that envelope is made
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Psend_init(&out, 1, 1, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
        if (turn == 1) MPI_Request_free(&receive);
        MPI_Request_free(&send);
        if (turn == 2) {
            MPI_Sendrecv(&token, 1, MPI_INT, right_of(rank), tag, &token, 1, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            MPI_Request_free(&receive);
        }
        CHECK(send == MPI_REQUEST_NULL && receive == MPI_REQUEST_NULL);
    }
    for (int turn = 0; turn < 2; ++turn) {
        out = rank + 100 * turn;
        MPI_Psend_init(&out, 1, 1, MPI_INT, right_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
        MPI_Precv_init(&in, 1, 1, MPI_INT, left_of(rank), tag, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
        MPI_Start(&receive);
        MPI_Start(&send);
        MPI_Pready(0, send);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        CHECK(in == left_of(rank) + 100 * turn);
        MPI_Request_free(&send);
        MPI_Request_free(&receive);
    }
}

// 4.2.2.
static void nothing_to_arrive(void) {
    int flag = 0;
    CHECK(MPI_Parrived(MPI_REQUEST_NULL, 0, &flag) == MPI_SUCCESS && flag);
}

static void nobody(void) {
    int value = 1;
    MPI_Request requests[2];
    MPI_Psend_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(0, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(value == 1);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}
#endif

int main(int argc, char** argv) {
    begin(&argc, &argv);
    exchange(4, 4, 64);
    exchange(1, 8, 64);
    exchange(16, 2, 64);
    exchange(8, 3, 24);
    exchange(1, 1, most * 8);
    ready_one_by_one();
    ready_without_data();
    order_of_requests();
    elements_across_partitions();
#ifndef MPICH_VERSION
    freed_before_started();
    nothing_to_arrive();
    nobody();
#endif
    return finish("messages in partitions");
}

#else

int main(int argc, char** argv) {
    begin(&argc, &argv);
    return finish("messages in partitions");
}

#endif
