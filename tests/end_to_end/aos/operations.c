/* Segments, puts and gets of all geometries, atomic operations of both widths, events, fences: each rank on its
   neighbour's memory. */
#include "check.h"
#include <string.h>

enum { side = 20, planes = 3 };

static void linear(int rank, int ranks) {
    int64_t own[64], copy[64];
    sartor_aos_segment mine = NULL, next = NULL;
    const int target = (rank + 1) % ranks, source = (rank + ranks - 1) % ranks;
    for (int i = 0; i < 64; ++i) own[i] = -1;
    OK(sartor_aos_segment_create(&mine, rank, own, sizeof own, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&next, target));
    for (int i = 0; i < 64; ++i) copy[i] = rank * 100 + i;
    OK(sartor_aos_put(next, 8, copy, 32 * 8, NULL));
    sartor_aos_event events[4];
    for (int i = 0; i < 4; ++i) OK(sartor_aos_put(next, (size_t)(33 + i) * 8, &copy[40 + i], 8, &events[i]));
    for (int i = 3; i >= 0; --i) OK(sartor_aos_event_wait(&events[i]));
    OK(sartor_aos_fence(next, NULL));
    OK(sartor_aos_barrier());
    CHECK_EQUAL(own[0], -1);
    for (int i = 0; i < 32; ++i) CHECK_EQUAL(own[1 + i], source * 100 + i);
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(own[33 + i], source * 100 + 40 + i);
    CHECK_EQUAL(own[37], -1);
    OK(sartor_aos_get(next, 8, copy, 4 * 8, NULL));
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(copy[i], rank * 100 + i);
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&next));
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&mine));
}

/* 16x16 blocks inside 18x18, planes of them, and a column that becomes a row. */
static void blocks(int rank, int ranks) {
    static char own[planes][side][side], local[planes][16][16], row[16];
    sartor_aos_segment mine = NULL, next = NULL;
    const int target = (rank + 1) % ranks, source = (rank + ranks - 1) % ranks;
    memset(own, '.', sizeof own);
    OK(sartor_aos_segment_create(&mine, rank, own, sizeof own, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&next, target));
    OK(sartor_aos_barrier());
    for (int i = 0; i < planes * 256; ++i) (&local[0][0][0])[i] = (char)('a' + (rank + i) % 26);
    const sartor_aos_blocks cube = {16, {16, planes, 1}, {side, side * side, 0}, {16, 256, 0}};
    sartor_aos_event event;
    OK(sartor_aos_put_blocks(next, 2 * side + 2, local, &cube, &event));
    OK(sartor_aos_event_wait(&event));
    OK(sartor_aos_fence(next, NULL));
    OK(sartor_aos_barrier());
    for (int plane = 0; plane < planes; ++plane)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const int inside = x >= 2 && x < 18 && y >= 2 && y < 18;
                const int index = plane * 256 + (y - 2) * 16 + x - 2;
                CHECK_EQUAL(own[plane][y][x], inside ? 'a' + (source + index) % 26 : '.');
            }
    const sartor_aos_blocks column = {1, {16, 1, 1}, {side, 0, 0}, {-1, 0, 0}};
    OK(sartor_aos_get_blocks(next, 2 * side + 5, row + 15, &column, NULL));
    for (int i = 0; i < 16; ++i) CHECK_EQUAL(row[15 - i], 'a' + (rank + i * 16 + 3) % 26);
    OK(sartor_aos_get_2d(next, 2 * side + 2, side, local, 16, 16, 16, NULL));
    for (int i = 0; i < 256; ++i) CHECK_EQUAL((&local[0][0][0])[i], 'a' + (rank + i) % 26);
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&next));
    OK(sartor_aos_segment_destroy(&mine));
}

static void atomics(int rank, int ranks) {
    int64_t words[8] = {0, 5, 7, 0, 0, 0, 0, 0}, old = -1;
    int32_t *const halves = (int32_t *)&words[6];
    sartor_aos_segment mine = NULL, first = NULL;
    if (rank == 0) OK(sartor_aos_segment_create(&mine, 0, words, sizeof words, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&first, 0));
    for (int i = 0; i < 10; ++i) OK(sartor_aos_postadd(first, 0, rank + 1, NULL));
    OK(sartor_aos_fetchadd(first, 24, 1, &old, NULL));
    CHECK_EQUAL(old >= 0 && old < ranks, 1);
    const sartor_aos_atomic half = {SARTOR_AOS_FETCHADD, 4, 52, -2, 0, &old, NULL};
    sartor_aos_event event;
    OK(sartor_aos_do(first, &half, &event));
    OK(sartor_aos_event_wait(&event));
    CHECK_EQUAL(old <= 0 && old > -2 * ranks, 1);
    OK(sartor_aos_cas(first, 32, 0, rank + 1, &old, NULL));
    const int won = old == 0;
    OK(sartor_aos_fence(first, NULL));
    OK(sartor_aos_barrier());
    int64_t value = -1;
    OK(sartor_aos_peek(first, 0, &value, NULL));
    CHECK_EQUAL(value, 10 * ranks * (ranks + 1) / 2);
    OK(sartor_aos_peek(first, 32, &value, NULL));
    CHECK_EQUAL(value == rank + 1, won);
    OK(sartor_aos_barrier());
    if (rank == 0) {
        CHECK_EQUAL(words[3], ranks);
        CHECK_EQUAL(halves[0], 0);
        CHECK_EQUAL(halves[1], -2 * ranks);
        OK(sartor_aos_fetchclear(mine, 0, &old, NULL));
        CHECK_EQUAL(words[0], 0);
        OK(sartor_aos_poke(mine, 8, 77, NULL));
        OK(sartor_aos_fence(mine, NULL));
        CHECK_EQUAL(words[1], 77);
    }
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&first));
    OK(sartor_aos_barrier());
    if (rank == 0) OK(sartor_aos_segment_destroy(&mine));
}

/* Ranks take turns: each waits for the word to reach its number, and passes it on. Rank 0 waits for the end. */
static void conditions(int rank, int ranks) {
    int64_t word[2] = {0, 0};
    sartor_aos_segment mine = NULL, first = NULL;
    if (rank == 0) OK(sartor_aos_segment_create(&mine, 0, word, sizeof word, SARTOR_AOS_ALL));
    OK(sartor_aos_segment_clone(&first, 0));
    for (int round = 0; round < 3; ++round) {
        const sartor_aos_condition turn = {0, SARTOR_AOS_EQUAL, (int64_t)round * ranks + rank};
        const sartor_aos_atomic pass = {SARTOR_AOS_POSTADD, 8, 0, 1, 0, NULL, &turn};
        OK(sartor_aos_do(first, &pass, NULL));
    }
    sartor_aos_event end;
    if (rank == 0) {
        sartor_aos_event_of_word(&end, &word[0], SARTOR_AOS_GREATER_EQUAL, 3 * ranks);
        OK(sartor_aos_event_wait(&end));
        CHECK_EQUAL(word[0], 3 * ranks);
    }
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&first));
    OK(sartor_aos_barrier());
    if (rank == 0) OK(sartor_aos_segment_destroy(&mine));
}

int main(void) {
    const int rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    linear(rank, ranks);
    OK(sartor_aos_barrier());
    blocks(rank, ranks);
    OK(sartor_aos_barrier());
    atomics(rank, ranks);
    OK(sartor_aos_barrier());
    conditions(rank, ranks);
    OK(sartor_aos_barrier());
    if (rank == 0) printf("operations: %d ranks\n", ranks);
    return 0;
}
