/* Rank 0 waits for a word that nobody changes. */
#include "check.h"

int main(void) {
    int64_t word = 0;
    sartor_aos_event event;
    sartor_aos_event_of_word(&event, &word, SARTOR_AOS_EQUAL, 1);
    if (sartor_aos_rank() == 0) OK(sartor_aos_event_wait(&event));
    return 0;
}
