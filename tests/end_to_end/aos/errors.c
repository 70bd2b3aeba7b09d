/* What is wrong is an error at the initiator, and nothing is written. */
#include "check.h"

int main(void) {
    const int rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    int64_t words[4] = {1, 2, 3, 4}, value = 9, old = -1;
    sartor_aos_segment mine = NULL, other = NULL, none = NULL;
    OK(sartor_aos_segment_create(&mine, rank, words, sizeof words, SARTOR_AOS_ALL));
    CHECK_EQUAL(sartor_aos_segment_create(&none, rank, words, sizeof words, SARTOR_AOS_ALL), SARTOR_AOS_ERR_ID);
    CHECK_EQUAL(sartor_aos_segment_create(&none, -1, words, 8, SARTOR_AOS_ALL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_segment_create(&none, 4096, NULL, 8, SARTOR_AOS_ALL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_segment_create(&none, 4096, words, 8, 16), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(none == NULL, 1);
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_clone(&other, (rank + 1) % ranks));

    CHECK_EQUAL(sartor_aos_put(other, 25, &value, 8, NULL), SARTOR_AOS_ERR_RANGE);
    CHECK_EQUAL(sartor_aos_put(other, (size_t)-8, &value, 8, NULL), SARTOR_AOS_ERR_RANGE);
    CHECK_EQUAL(sartor_aos_get(other, 0, &value, 33, NULL), SARTOR_AOS_ERR_RANGE);
    OK(sartor_aos_put(other, 32, &value, 0, NULL));
    const sartor_aos_blocks before = {8, {2, 1, 1}, {-16, 0, 0}, {8, 0, 0}};
    CHECK_EQUAL(sartor_aos_put_blocks(other, 8, words, &before, NULL), SARTOR_AOS_ERR_RANGE);
    const sartor_aos_blocks huge = {8, {(size_t)1 << 62, 4, 1}, {0, 0, 0}, {0, 0, 0}};
    CHECK_EQUAL(sartor_aos_put_blocks(other, 0, words, &huge, NULL), SARTOR_AOS_ERR_RANGE);
    CHECK_EQUAL(sartor_aos_put_blocks(other, 0, words, NULL, NULL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_put(other, 0, NULL, 8, NULL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_put(NULL, 0, &value, 8, NULL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_fetchadd(other, 32, 1, &old, NULL), SARTOR_AOS_ERR_RANGE);
    CHECK_EQUAL(sartor_aos_fetchadd(other, 4, 1, &old, NULL), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(sartor_aos_fetchadd(other, 8, 1, NULL, NULL), SARTOR_AOS_ERR_ARGUMENT);
    const sartor_aos_condition outside = {64, SARTOR_AOS_EQUAL, 0};
    const sartor_aos_atomic conditional = {SARTOR_AOS_POKE, 8, 0, 1, 0, NULL, &outside};
    CHECK_EQUAL(sartor_aos_do(other, &conditional, NULL), SARTOR_AOS_ERR_RANGE);
    const sartor_aos_condition strange = {0, 17, 0};
    const sartor_aos_atomic incomparable = {SARTOR_AOS_POKE, 8, 0, 1, 0, NULL, &strange};
    CHECK_EQUAL(sartor_aos_do(other, &incomparable, NULL), SARTOR_AOS_ERR_ARGUMENT);
    const sartor_aos_atomic unknown = {6, 8, 0, 1, 0, &old, NULL};
    CHECK_EQUAL(sartor_aos_do(other, &unknown, NULL), SARTOR_AOS_ERR_ARGUMENT);
    const sartor_aos_event nowhere = {NULL, 0, SARTOR_AOS_EQUAL, 0};
    CHECK_EQUAL(sartor_aos_event_wait(&nowhere), SARTOR_AOS_ERR_ARGUMENT);
    CHECK_EQUAL(old, -1);

    sartor_aos_queue queue = NULL, full = NULL;
    char message[300] = {0};
    CHECK_EQUAL(sartor_aos_queue_create(&queue, rank, 249, 1), SARTOR_AOS_ERR_SIZE);
    CHECK_EQUAL(sartor_aos_queue_create(&queue, rank, 16, SIZE_MAX / 8 + 2), SARTOR_AOS_ERR_MEMORY);
    OK(sartor_aos_queue_create(&queue, rank, 16, 2));
    CHECK_EQUAL(sartor_aos_queue_create(&full, rank, 16, 2), SARTOR_AOS_ERR_ID);
    CHECK_EQUAL(sartor_aos_enqueue(queue, message, 17, NULL), SARTOR_AOS_ERR_SIZE);
    CHECK_EQUAL(sartor_aos_try_dequeue(queue, message, 16, NULL), SARTOR_AOS_ERR_EMPTY);
    if (ranks > 1) {
        OK(sartor_aos_queue_clone(&full, (rank + 1) % ranks));
        CHECK_EQUAL(sartor_aos_dequeue(full, message, 16, NULL), SARTOR_AOS_ERR_RIGHTS);
        OK(sartor_aos_queue_destroy(&full));
    }
    size_t bytes = 0;
    OK(sartor_aos_enqueue(queue, "0123456789", 10, NULL));
    sartor_aos_event stored;
    OK(sartor_aos_enqueue(queue, "abc", 3, &stored));
    OK(sartor_aos_event_wait(&stored));
    CHECK_EQUAL(sartor_aos_dequeue(queue, message, 4, &bytes), SARTOR_AOS_ERR_SIZE);
    CHECK_EQUAL(bytes, 10);
    OK(sartor_aos_dequeue(queue, message, 16, &bytes));
    OK(sartor_aos_dequeue(queue, message + 10, 16, &bytes));
    CHECK_EQUAL(bytes, 3);
    OK(sartor_aos_barrier());
    OK(sartor_aos_queue_destroy(&queue));

    sartor_aos_segment read_only = NULL;
    OK(sartor_aos_segment_create(&read_only, 1000 + rank, words, 16, SARTOR_AOS_GET));
    CHECK_EQUAL(sartor_aos_put(read_only, 0, &value, 8, NULL), SARTOR_AOS_ERR_RIGHTS);
    CHECK_EQUAL(sartor_aos_postadd(read_only, 0, 1, NULL), SARTOR_AOS_ERR_RIGHTS);
    OK(sartor_aos_segment_destroy(&read_only));
    OK(sartor_aos_barrier());
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(words[i], i + 1);
    OK(sartor_aos_barrier());
    OK(sartor_aos_segment_destroy(&mine));
    OK(sartor_aos_barrier());
    if (ranks > 1) CHECK_EQUAL(sartor_aos_get(other, 0, &value, 8, NULL), SARTOR_AOS_ERR_DESTROYED);
    OK(sartor_aos_segment_destroy(&other));
    if (rank == 0) printf("errors: %s\n", sartor_aos_error_text(SARTOR_AOS_ERR_RANGE));
    return 0;
}
