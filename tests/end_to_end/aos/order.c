/* What AOS, section 5.4, promises of the order of one rank's operations on one segment, over many seeds; and that a get
   does overtake a put on a chip, which it does not promise against. Argument: the number of seeds. */
#include "check.h"
#include <string.h>

enum { most = 4096 };

static unsigned next_random(unsigned *state) { return *state = *state * 1664525u + 1013904223u; }

/* A posted operation is seen after the rank's earlier puts. */
static void puts_before_posted(int rank, int ranks, unsigned seed, char *memory, sartor_aos_segment next) {
    static char data[most];
    unsigned state = seed * 77u + (unsigned)rank;
    sartor_aos_event events[8];
    size_t offset = 8;
    const unsigned puts = 1 + next_random(&state) % 8;
    for (unsigned put = 0; put < puts; ++put) {
        const size_t bytes = 1 + next_random(&state) % (most / 8 - 8);
        memset(data + offset, (int)(seed % 251 + 1), bytes);
        OK(sartor_aos_put(next, offset, data + offset, bytes, &events[put]));
        offset += bytes;
    }
    OK(sartor_aos_postadd(next, 0, (int64_t)offset, NULL));
    const int source = (rank + ranks - 1) % ranks;
    sartor_aos_event flag;
    sartor_aos_event_of_word(&flag, (int64_t *)memory, SARTOR_AOS_NOT_EQUAL, 0);
    OK(sartor_aos_event_wait(&flag));
    const size_t end = (size_t) * (int64_t *)memory;
    for (size_t byte = 8; byte < end; ++byte)
        if (memory[byte] != (char)(seed % 251 + 1)) {
            fprintf(stderr, "order: seed %u: rank %d sees rank %d's flag before byte %zu\n", seed, rank, source, byte);
            exit(1);
        }
    for (unsigned put = 0; put < puts; ++put) OK(sartor_aos_event_wait(&events[put]));
}

/* Gets of one segment are complete in order. */
static void gets_in_order(unsigned seed, sartor_aos_segment next) {
    static char data[8][most];
    unsigned state = seed;
    sartor_aos_event events[8];
    for (int get = 0; get < 8; ++get) OK(sartor_aos_get(next, 0, data[get], 1 + next_random(&state) % most, &events[get]));
    for (int get = 7; get >= 0; --get) {
        int is_true = 0;
        OK(get == 7 ? sartor_aos_event_wait(&events[get]) : SARTOR_AOS_OK);
        OK(sartor_aos_event_test(&events[get], &is_true));
        CHECK_EQUAL(is_true, 1);
    }
}

/* Atomic operations on one segment are carried out in order. */
static void atomics_in_order(sartor_aos_segment next) {
    int64_t old[8];
    sartor_aos_event events[8];
    for (int value = 1; value <= 8; ++value) {
        OK(sartor_aos_poke(next, most, value, NULL));
        OK(sartor_aos_peek(next, most, &old[value - 1], &events[value - 1]));
    }
    for (int value = 1; value <= 8; ++value) {
        OK(sartor_aos_event_wait(&events[value - 1]));
        CHECK_EQUAL(old[value - 1], value);
    }
}

/* Whether a get that follows puts finds what was there before the last of them: their manager has not come to it. */
static int overtakes(sartor_aos_segment segment) {
    static char data[4], found[1];
    memset(data, 1, sizeof data);
    sartor_aos_event puts[4], get;
    for (size_t put = 0; put < 4; ++put) OK(sartor_aos_put(segment, most - 4 + put, &data[put], 1, &puts[put]));
    OK(sartor_aos_get(segment, most - 1, found, 1, &get));
    OK(sartor_aos_event_wait(&get));
    for (int put = 0; put < 4; ++put) OK(sartor_aos_event_wait(&puts[put]));
    const int overtaken = found[0] == 0;
    OK(sartor_aos_fence(segment, NULL));
    OK(sartor_aos_get(segment, most - 1, found, 1, NULL));
    CHECK_EQUAL(found[0], 1);
    return overtaken;
}

int main(int argc, char **argv) {
    const unsigned seeds = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
    const int rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    static _Alignas(8) char memory[most + 8];
    sartor_aos_segment mine = NULL, next = NULL;
    OK(sartor_aos_segment_create(&mine, rank, memory, sizeof memory, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&next, (rank + 1) % ranks));
    for (unsigned seed = 0; seed < seeds; ++seed) {
        memset(memory, 0, sizeof memory);
        OK(sartor_aos_barrier());
        puts_before_posted(rank, ranks, seed, memory, next);
        OK(sartor_aos_barrier());
        gets_in_order(seed, next);
        atomics_in_order(next);
        OK(sartor_aos_barrier());
    }
    memory[most - 1] = 0;
    OK(sartor_aos_barrier());
    if (rank == 0) {
        sartor_aos_segment last = NULL;
        OK(sartor_aos_segment_clone(&last, ranks - 1));
        printf("order: kept; a get overtakes a put: %s\n", overtakes(last) ? "yes" : "no");
    }
    OK(sartor_aos_barrier());
    return 0;
}
