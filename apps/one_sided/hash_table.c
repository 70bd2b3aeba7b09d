/* A distributed hash table that counts numbers: its slots are in all ranks' memories, without a server. A rank takes
   a slot for a number with compare-and-swap and counts with a posted addition. Compared with a sequential count.

     sartor cc -O2 -o hash_table hash_table.c && sartor run -n 16 --machine mppa256-bostan hash_table [NUMBERS] */
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>

enum { slots_each = 256, different = 100 }; /* different numbers for each rank */
struct slot {
    int64_t number; /* 0: free */
    int64_t count;
};
static struct slot own[slots_each];

static void check(int result, const char *what) {
    if (result == SARTOR_AOS_OK) return;
    fprintf(stderr, "hash_table: rank %d: %s: %s\n", sartor_aos_rank(), what, sartor_aos_error_text(result));
    exit(1);
}

static int64_t number_of(int rank, int index, int ranks) {
    uint32_t value = (uint32_t)(rank * 7919 + index) * 2654435761u;
    value ^= value >> 15;
    return (int64_t)(value % (uint32_t)(different * ranks)) + 1;
}

/* Linear probing over all slots of all ranks. */
static void add(sartor_aos_segment *table, int ranks, int64_t number) {
    const uint64_t all = (uint64_t)ranks * slots_each;
    uint64_t slot = (uint64_t)number * 0x9e3779b97f4a7c15u % all;
    for (;; slot = (slot + 1) % all) {
        const sartor_aos_segment segment = table[slot / slots_each];
        const size_t offset = slot % slots_each * sizeof(struct slot);
        int64_t old = 0;
        check(sartor_aos_cas(segment, offset + offsetof(struct slot, number), 0, number, &old, NULL), "cas");
        if (old != 0 && old != number) continue;
        check(sartor_aos_postadd(segment, offset + offsetof(struct slot, count), 1, NULL), "postadd");
        return;
    }
}

/* By rank 0. */
static int compare(sartor_aos_segment *table, int ranks, int numbers) {
    int64_t *const counts = calloc((size_t)(different * ranks + 1), sizeof *counts);
    struct slot slots[slots_each];
    int wrong = 0;
    if (counts == NULL) exit(1);
    for (int rank = 0; rank < ranks; ++rank)
        for (int index = 0; index < numbers; ++index) ++counts[number_of(rank, index, ranks)];
    for (int rank = 0; rank < ranks; ++rank) {
        check(sartor_aos_get(table[rank], 0, slots, sizeof slots, NULL), "get");
        for (int slot = 0; slot < slots_each; ++slot)
            if (slots[slot].number != 0) {
                wrong += counts[slots[slot].number] != slots[slot].count;
                counts[slots[slot].number] = 0; /* nothing is in the table twice */
            }
    }
    for (int number = 0; number <= different * ranks; ++number) wrong += counts[number] != 0;
    free(counts);
    return wrong;
}

int main(int argc, char **argv) {
    const int numbers = argc > 1 ? atoi(argv[1]) : 200, rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    sartor_aos_segment *const table = calloc((size_t)ranks, sizeof *table);
    sartor_aos_segment mine = NULL;
    if (table == NULL) return 1;
    check(sartor_aos_segment_create(&mine, rank, own, sizeof own, SARTOR_AOS_ALL), "create");
    for (int other = 0; other < ranks; ++other) check(sartor_aos_segment_clone(&table[other], other), "clone");
    for (int index = 0; index < numbers; ++index) add(table, ranks, number_of(rank, index, ranks));
    for (int other = 0; other < ranks; ++other) check(sartor_aos_fence(table[other], NULL), "fence");
    check(sartor_aos_barrier(), "barrier");
    int wrong = 0;
    if (rank == 0) {
        wrong = compare(table, ranks, numbers);
        printf("hash_table: %d ranks, %d numbers: %s\n", ranks, ranks * numbers, wrong == 0 ? "as sequentially" : "WRONG");
    }
    check(sartor_aos_barrier(), "barrier");
    free(table);
    return wrong != 0;
}
