/* A shared library that says at its end what is in its variable. */
#include <stdio.h>

static int all_calls;

int count_ending(int calls) { return all_calls += calls; }

__attribute__((destructor)) static void say_calls(void) { printf("the library: %d\n", all_calls); }
