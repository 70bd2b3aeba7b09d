// Floods where messages change from being copied to waiting for their receives and back: order, contents, modes.
// ranks: 1 2 3 8
// oracle: openmpi
// options: --backlog 64K
#include "../common/frame.h"

enum { messages = 3000, longest = 4000, tags = 3, rounds = 2 };

static int length_of(int number) {
    return number % 50 == 0 ? longest : number % 40 + 1;
}

// Each message tells its number, and is filled with it.
static void send_all(int destination) {
    static int data[longest];
    for (int number = 0; number < messages; ++number) {
        for (int index = 0; index < length_of(number); ++index) data[index] = number + index;
        MPI_Send(data, length_of(number), MPI_INT, destination, number % tags, MPI_COMM_WORLD);
    }
}

static int is_right(const int* data, int count, int number) {
    if (count != length_of(number)) return 0;
    for (int index = 0; index < count; ++index)
        if (data[index] != number + index) return 0;
    return 1;
}

// Of each sender in its order: by wildcards.
static void receive_in_order(void) {
    static int data[longest];
    int* next = calloc((size_t)size, sizeof *next);
    for (int count = 0; count < messages * (size - 1); ++count) {
        MPI_Status status;
        int received = 0;
        MPI_Recv(data, longest, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &received);
        CHECK(is_right(data, received, next[status.MPI_SOURCE]++));
    }
    free(next);
}

static void check_standard_mode(void) {
    for (int round = 0; round < rounds; ++round) {
        if (rank > 0) send_all(0);
        if (rank == 0) receive_in_order();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

// Immediate sends are started without a receive, and their messages are received tag by tag, the last first.
static void check_immediate(void) {
    static int data[messages][2];
    static MPI_Request requests[messages];
    if (rank > 0) {
        for (int number = 0; number < messages; ++number) {
            data[number][0] = number;
            MPI_Isend(data[number], 1, MPI_INT, 0, number % tags, MPI_COMM_WORLD, &requests[number]);
        }
        MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
        return;
    }
    for (int tag = tags; tag-- > 0;)
        for (int source = 1; source < size; ++source)
            for (int number = tag; number < messages; number += tags) {
                int content = -1;
                MPI_Recv(&content, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK(content == number);
            }
}

// Buffered sends are over without their receives, however many wait: only after the last is there one.
static void check_buffered_mode(void) {
    static char room[messages * (MPI_BSEND_OVERHEAD + sizeof(int))];
    int bytes = 0, value = 0;
    void* address = NULL;
    MPI_Buffer_attach(room, sizeof room);
    for (int number = 0; number < messages; ++number)
        MPI_Bsend(&number, 1, MPI_INT, right_of(rank), 0, MPI_COMM_WORLD);
    for (int number = 0; number < messages; ++number) {
        MPI_Recv(&value, 1, MPI_INT, left_of(rank), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == number);
    }
    MPI_Buffer_detach(&address, &bytes);
    CHECK(address == room && bytes == (int)sizeof room);
}

// Ready sends meet receives that wait behind much that does not.
static void check_ready_mode(void) {
    int value = -1, content = rank;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, left_of(rank), tags, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rsend(&content, 1, MPI_INT, right_of(rank), tags, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(value == left_of(rank));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_standard_mode();
    check_immediate();
    MPI_Barrier(MPI_COMM_WORLD);
    check_buffered_mode();
    check_ready_mode();
    return finish("messages that change between being copied and waiting");
}
