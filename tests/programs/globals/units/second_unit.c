// The second unit of private_globals.c: defines what the first one declares extern.
#include "shared_unit.h"

int counter = 40;
double big[big_size];

static int first_counter = 1, second_counter = 2;
const int* const addresses[] = {&first_counter, &second_counter, &counter};

static int once(int number) {
    return number;
}
static int doubled(int number) {
    return 2 * number;
}
int (*chosen)(int) = once;

int next_ticket(void) {
    static int ticket = 100;
    return ticket++;
}

void choose(int twice) {
    chosen = twice ? doubled : once;
}
