// Many messages of a rank to itself, before and after their receives, amid messages of others.
// ranks: 1 2 3 8
#include "../common/frame.h"

enum { rounds = 20, messages = 60, words = 5000 };

static int outgoing[2][messages][words], incoming[words];
static MPI_Request requests[2 * messages];

static int length_of(int number, int round) {
    return (int)(mixed((unsigned)(number * 31 + round)) % (number % 6 == 0 ? words : 20)) + 1;
}

// To itself and to the right neighbour in turn; receives tell them apart by their source or their tag only.
static int start_sends(int round) {
    int count = 0;
    for (int number = 0; number < messages; ++number)
        for (int other = 0; other < 2; ++other) {
            int* data = outgoing[other][number];
            int length = length_of(number, round);
            for (int index = 0; index < length; ++index) data[index] = rank * 100000 + number + index;
            MPI_Isend(data, length, MPI_INT, other ? right_of(rank) : rank, other, MPI_COMM_WORLD,
                      &requests[count++]);
        }
    return count;
}

static void receive(int number, int round, int source, int tag, int from) {
    int count = -1, wrong = 0, length = length_of(number, round);
    MPI_Status status;
    MPI_Recv(incoming, words, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    for (int index = 0; index < length; ++index) wrong += incoming[index] != from * 100000 + number + index;
    CHECK(count == length && wrong == 0 && status.MPI_SOURCE == from);
}

static void run_round(int round) {
    int count = start_sends(round);
    for (int number = 0; number < messages; ++number) {
        receive(number, round, round % 2 ? rank : MPI_ANY_SOURCE, 0, rank);
        if (round % 3 == 0) receive(number, round, left_of(rank), 1, left_of(rank));
    }
    for (int number = 0; round % 3 != 0 && number < messages; ++number)
        receive(number, round, MPI_ANY_SOURCE, 1, left_of(rank));
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

// A receive that is posted before, and one that a synchronous send waits for.
static void posted_before(int length) {
    MPI_Request both[2];
    for (int index = 0; index < length; ++index) outgoing[0][0][index] = index, incoming[index] = -1;
    MPI_Irecv(incoming, length, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_SELF, &both[0]);
    MPI_Issend(outgoing[0][0], length, MPI_INT, 0, 2, MPI_COMM_SELF, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    CHECK(memcmp(incoming, outgoing[0][0], (size_t)length * sizeof(int)) == 0);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int round = 0; round < rounds; ++round) run_round(round);
    for (int length = 1; length <= words; length *= 5) posted_before(length);
    return finish("many messages to oneself");
}
