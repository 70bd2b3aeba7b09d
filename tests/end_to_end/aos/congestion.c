/* All ranks at once on rank 0: puts into parts of its memory, atomic additions to one word, messages to a queue of few
   slots. Initiators wait, nothing is lost or changed. */
#include "check.h"
#include <string.h>

enum { rounds = 6, part = 96, slots = 4 };
struct message {
    int rank, number;
    uint32_t sum;
    char text[SARTOR_AOS_MESSAGE - 12];
};

static uint32_t checksum(const char *bytes, size_t size) {
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; ++i) sum = (sum ^ (unsigned char)bytes[i]) * 16777619u;
    return sum;
}
static char byte_of(int rank, int round, int index) { return (char)(rank * 31 + round * 7 + index); }

static void initiate(int rank, sartor_aos_segment memory, sartor_aos_queue queue) {
    for (int round = 0; round < rounds; ++round) {
        char data[part];
        sartor_aos_event put;
        for (int i = 0; i < part; ++i) data[i] = byte_of(rank, round, i);
        OK(sartor_aos_put(memory, 8 + ((size_t)rank * rounds + (size_t)round) * part, data, part, &put));
        struct message message = {rank, round, 0, ""};
        for (size_t i = 0; i < sizeof message.text; ++i) message.text[i] = byte_of(rank, round, (int)i);
        message.sum = checksum(message.text, sizeof message.text);
        OK(sartor_aos_enqueue(queue, &message, sizeof message, NULL));
        OK(sartor_aos_postadd(memory, 0, rank, NULL));
        OK(sartor_aos_event_wait(&put));
    }
    OK(sartor_aos_fence(memory, NULL));
}

static void receive(int ranks, sartor_aos_queue queue) {
    int *const seen = calloc((size_t)ranks, sizeof *seen);
    for (int left = (ranks - 1) * rounds; left > 0; --left) {
        struct message message;
        size_t bytes = 0;
        OK(sartor_aos_dequeue(queue, &message, sizeof message, &bytes));
        CHECK_EQUAL(bytes, sizeof message);
        CHECK_EQUAL(message.sum, checksum(message.text, sizeof message.text));
        CHECK_EQUAL(message.number, seen[message.rank]);
        ++seen[message.rank];
    }
    free(seen);
}

int main(void) {
    const int rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    const size_t size = 8 + (size_t)ranks * rounds * part;
    char *const memory = rank == 0 ? calloc(1, size) : NULL;
    sartor_aos_segment mine = NULL, target = NULL;
    sartor_aos_queue own = NULL, queue = NULL;
    if (rank == 0) {
        OK(sartor_aos_segment_create(&mine, 7, memory, size, SARTOR_AOS_ALL));
        OK(sartor_aos_queue_create(&own, 7, sizeof(struct message), slots));
    }
    OK(sartor_aos_segment_clone(&target, 7));
    OK(sartor_aos_queue_clone(&queue, 7));
    OK(sartor_aos_barrier());
    if (rank == 0)
        receive(ranks, own);
    else
        initiate(rank, target, queue);
    OK(sartor_aos_barrier());
    if (rank == 0) {
        CHECK_EQUAL(*(int64_t *)memory, (int64_t)rounds * ranks * (ranks - 1) / 2);
        for (int other = 1; other < ranks; ++other)
            for (int round = 0; round < rounds; ++round)
                for (int i = 0; i < part; ++i)
                    CHECK_EQUAL(memory[8 + (other * rounds + round) * part + i], byte_of(other, round, i));
        printf("congestion: %d ranks, nothing lost\n", ranks);
    }
    return 0;
}
