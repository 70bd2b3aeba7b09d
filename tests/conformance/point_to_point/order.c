// Order of messages and of receives, tags at their limits, large counts (MPI-5.0 sections 3.2.3 and 3.5).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { messages = 40 };

// Messages of one sender that match the same receive don't overtake, whatever their modes and sizes.
static void not_overtaking(void) {
    static int out[messages][2000], in[2000];
    MPI_Request requests[messages];
    MPI_Status status;
    for (int number = 0; number < messages; ++number) {
        int count = number % 3 == 0 ? 2000 : 1;
        out[number][0] = number;
        if (number % 2 == 0)
            MPI_Isend(out[number], count, MPI_INT, right_of(rank), number % 4, MPI_COMM_WORLD,
                      &requests[number]);
        else
            MPI_Issend(out[number], count, MPI_INT, right_of(rank), number % 4, MPI_COMM_WORLD,
                       &requests[number]);
    }
    for (int number = 0; number < messages; ++number) {
        MPI_Recv(in, 2000, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(in[0] == number && status.MPI_TAG == number % 4);
    }
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
}

// The earliest posted receive that fits gets a message, with wildcards and without.
static void posted_order(void) {
    int in[4] = {-1, -1, -1, -1}, out[4] = {10, 11, 12, 13};
    MPI_Request requests[4];
    MPI_Irecv(&in[0], 1, MPI_INT, left_of(rank), 50, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&in[2], 1, MPI_INT, left_of(rank), MPI_ANY_TAG, MPI_COMM_WORLD, &requests[2]);
    MPI_Irecv(&in[3], 1, MPI_INT, MPI_ANY_SOURCE, 51, MPI_COMM_WORLD, &requests[3]);
    MPI_Barrier(MPI_COMM_WORLD);
    send_int(out[0], right_of(rank), 51);
    send_int(out[1], right_of(rank), 50);
    send_int(out[2], right_of(rank), 52);
    send_int(out[3], right_of(rank), 51);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(in[1] == 10 && in[0] == 11 && in[2] == 12 && in[3] == 13);
    say("posted order: %d %d %d %d\n", in[0], in[1], in[2], in[3]);
}

// A receive picks by tag among messages that wait.
static void by_tag(void) {
    MPI_Request requests[messages];
    int out[messages], in;
    for (int number = 0; number < messages; ++number) {
        out[number] = number * 3;
        MPI_Isend(&out[number], 1, MPI_INT, right_of(rank), number, MPI_COMM_WORLD, &requests[number]);
    }
    for (int number = messages - 1; number >= 0; --number) {
        MPI_Recv(&in, 1, MPI_INT, left_of(rank), number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == number * 3);
    }
    MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
}

// Tags go from 0 to MPI_TAG_UB, which is at least 32767.
static void tag_limits(void) {
    int *upper = NULL, flag = 0, out = 5, in = -1;
    MPI_Status status;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
    CHECK(flag && *upper >= 32767);
    MPI_Sendrecv(&out, 1, MPI_INT, right_of(rank), *upper, &in, 1, MPI_INT, left_of(rank), *upper,
                 MPI_COMM_WORLD, &status);
    CHECK(in == 5 && status.MPI_TAG == *upper);
    MPI_Sendrecv(&out, 1, MPI_INT, right_of(rank), 0, &in, 1, MPI_INT, left_of(rank), MPI_ANY_TAG,
                 MPI_COMM_WORLD, &status);
    CHECK(status.MPI_TAG == 0);
}

// Nothing is sent with a count of zero, but the message exists.
static void empty_messages(void) {
    int count = -1, in = 3;
    MPI_Status status;
    MPI_Request request;
    MPI_Isend(NULL, 0, MPI_INT, right_of(rank), 60, MPI_COMM_WORLD, &request);
    MPI_Recv(&in, 1, MPI_INT, left_of(rank), 60, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 0 && in == 3);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void large_count_forms(void) {
#if MPI_SINCE(4, 0)
    int out[3] = {rank, 2, 3}, in[3] = {-1, -1, -1};
    MPI_Count count = -1;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Irecv_c(in, (MPI_Count)3, MPI_INT, left_of(rank), 61, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(out, (MPI_Count)3, MPI_INT, right_of(rank), 61, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], &status);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Get_count_c(&status, MPI_INT, &count);
    CHECK(count == 3 && in[0] == left_of(rank) && in[2] == 3);
    MPI_Recv_init_c(in, (MPI_Count)3, MPI_INT, left_of(rank), 62, MPI_COMM_WORLD, &requests[0]);
    MPI_Ssend_init_c(out, (MPI_Count)2, MPI_INT, right_of(rank), 62, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Wait(&requests[0], &status);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Get_count_c(&status, MPI_INT, &count);
    CHECK(count == 2);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    not_overtaking();
    MPI_Barrier(MPI_COMM_WORLD);
    posted_order();
    by_tag();
    tag_limits();
    MPI_Barrier(MPI_COMM_WORLD);
    empty_messages();
    large_count_forms();
    return finish("order of messages");
}
