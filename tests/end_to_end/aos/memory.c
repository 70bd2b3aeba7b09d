/* What the layer keeps in the memory of a cluster. Rank 0, or all ranks, take it; the peak is in the summary of the run.
   Usage: memory WHAT */
#include "check.h"
#include <string.h>

enum { slots = 1000, message_bytes = 200, waiting = 100 };

static int rank, ranks;

static sartor_aos_queue queue(void) {
    sartor_aos_queue made = NULL;
    OK(sartor_aos_queue_create(&made, 1, message_bytes, slots));
    return made;
}

/* More than the cluster has. */
static void too_many(void) {
    sartor_aos_queue made = NULL;
    CHECK_EQUAL(sartor_aos_queue_create(&made, 1, message_bytes, 20000), SARTOR_AOS_ERR_MEMORY);
    made = queue();
    OK(sartor_aos_queue_destroy(&made));
}

/* Operations on rank 0's segment that wait there for the others' barrier. */
static void conditions(void) {
    int64_t words[2] = {0, 0};
    sartor_aos_segment mine = NULL, first = NULL;
    if (rank == 0) OK(sartor_aos_segment_create(&mine, 1, words, sizeof words, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&first, 1));
    if (rank == ranks - 1) {
        static sartor_aos_event events[waiting];
        static int64_t old[waiting];
        const sartor_aos_condition set = {8, SARTOR_AOS_EQUAL, 1};
        for (int one = 0; one < waiting; ++one) {
            const sartor_aos_atomic add = {SARTOR_AOS_FETCHADD, 8, 0, 1, 0, &old[one], &set};
            OK(sartor_aos_do(first, &add, &events[one]));
        }
        OK(sartor_aos_poke(first, 8, 1, NULL));
        for (int one = 0; one < waiting; ++one) OK(sartor_aos_event_wait(&events[one]));
    }
    OK(sartor_aos_barrier());
    CHECK_EQUAL(words[0], rank == 0 ? waiting : 0);
    OK(sartor_aos_segment_destroy(&first));
    OK(sartor_aos_barrier());
    if (rank == 0) OK(sartor_aos_segment_destroy(&mine));
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "none";
    rank = sartor_aos_rank();
    ranks = sartor_aos_ranks();
    if (strcmp(what, "barrier") == 0) OK(sartor_aos_barrier());
    if (strcmp(what, "conditions") == 0) conditions();
    if (strcmp(what, "queue") == 0 && rank == 0) queue();
    if (strcmp(what, "too_many") == 0 && rank == 0) too_many();
    for (int time = 0; strcmp(what, "destroyed") == 0 && rank == 0 && time < 100; ++time) {
        sartor_aos_queue made = queue();
        OK(sartor_aos_queue_destroy(&made));
    }
    if (rank == 0) printf("memory: %s\n", what);
    return 0;
}
