// Messages between two ranks are matched in the order sent: by tags, wildcards, out of tag order.
#include "../common/program.h"

enum { messages = 200, tags = 4 };

static void send_all(int to) {
    for (int number = 0; number < messages; ++number)
        MPI_Send(&number, 1, MPI_INT, to, number % tags, MPI_COMM_WORLD);
}

static int receive(int from, int tag, MPI_Status* status) {
    int number = -1;
    MPI_Recv(&number, 1, MPI_INT, from, tag, MPI_COMM_WORLD, status);
    return number;
}

// All wildcards: each sender's messages come in its order.
static void receive_any(void) {
    int* next = calloc((size_t)size, sizeof *next);
    for (int count = 0; count < messages * (size - 1); ++count) {
        MPI_Status status;
        int number = receive(MPI_ANY_SOURCE, MPI_ANY_TAG, &status);
        CHECK(status.MPI_SOURCE > 0 && status.MPI_SOURCE < size);
        CHECK(number == next[status.MPI_SOURCE]++ && status.MPI_TAG == number % tags);
    }
    free(next);
}

// Tags from the last to the first: within a tag, in the order sent.
static void receive_by_tag(void) {
    for (int from = size - 1; from > 0; --from)
        for (int tag = tags - 1; tag >= 0; --tag)
            for (int number = tag; number < messages; number += tags)
                CHECK(receive(from, tag, MPI_STATUS_IGNORE) == number);
}

// One wildcard at a time.
static void receive_any_source(void) {
    int* next = calloc((size_t)size, sizeof *next);
    for (int tag = 0; tag < tags; ++tag) {
        for (int from = 0; from < size; ++from) next[from] = tag;
        for (int count = 0; count < messages / tags * (size - 1); ++count) {
            MPI_Status status;
            int number = receive(MPI_ANY_SOURCE, tag, &status);
            CHECK(number == next[status.MPI_SOURCE] && status.MPI_TAG == tag);
            next[status.MPI_SOURCE] += tags;
        }
    }
    free(next);
}

static void receive_any_tag(void) {
    for (int from = 1; from < size; ++from)
        for (int number = 0; number < messages; ++number) {
            MPI_Status status;
            CHECK(receive(from, MPI_ANY_TAG, &status) == number);
            CHECK(status.MPI_SOURCE == from && status.MPI_TAG == number % tags);
        }
}

int main(int argc, char** argv) {
    void (*const ways[])(void) = {receive_any, receive_by_tag, receive_any_source, receive_any_tag};
    begin(&argc, &argv);
    for (int way = 0; way < 4; ++way) {
        if (rank == 0)
            ways[way]();
        else
            send_all(0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end("matching order");
}
