/* A shared library with state that needs another with state, and says when it begins and ends. */
#include <stdio.h>

int count_call(int calls);

static int own_calls;

__attribute__((constructor)) static void begin(void) { own_calls = 100; }

int count_twice(int calls) {
    own_calls += calls;
    return own_calls * 1000 + count_call(calls);
}
