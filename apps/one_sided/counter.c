/* A lock-free counter that all ranks draw numbers from: each number is drawn once, by whom it may be.

     sartor cc -O2 -o counter counter.c && sartor run -n 16 --machine mppa256-bostan counter [NUMBERS] */
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int result, const char *what) {
    if (result == SARTOR_AOS_OK) return;
    fprintf(stderr, "counter: rank %d: %s: %s\n", sartor_aos_rank(), what, sartor_aos_error_text(result));
    exit(1);
}

int main(int argc, char **argv) {
    const int numbers = argc > 1 ? atoi(argv[1]) : 50, rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    const size_t words = 1 + (size_t)numbers * (size_t)ranks; /* the counter, and how often each number was drawn */
    int64_t *const memory = rank == 0 ? calloc(words, sizeof *memory) : NULL;
    sartor_aos_segment mine = NULL, segment = NULL;
    if (rank == 0) check(sartor_aos_segment_create(&mine, 0, memory, words * sizeof *memory, SARTOR_AOS_ATOMIC), "create");
    check(sartor_aos_segment_clone(&segment, 0), "clone");
    for (int draw = 0; draw < numbers; ++draw) {
        int64_t number = -1;
        check(sartor_aos_fetchadd(segment, 0, 1, &number, NULL), "fetchadd");
        check(sartor_aos_postadd(segment, (size_t)(1 + number) * sizeof *memory, 1, NULL), "postadd");
    }
    check(sartor_aos_fence(segment, NULL), "fence");
    check(sartor_aos_barrier(), "barrier");
    int wrong = 0;
    if (rank == 0) {
        for (size_t word = 1; word < words; ++word) wrong += memory[word] != 1;
        wrong += memory[0] != (int64_t)words - 1;
        printf("counter: %d ranks, %lld numbers: %s\n", ranks, (long long)memory[0], wrong ? "WRONG" : "each drawn once");
    }
    check(sartor_aos_barrier(), "barrier");
    return wrong != 0;
}
