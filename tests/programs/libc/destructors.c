// Functions that are called at the end of a program are called at the end of each rank, last what was first.
// count: N ^rank [0-9]+: atexit, second destructor, first destructor$
#include "../common/program.h"

static char calls[80];

__attribute__((destructor(201))) static void first(void) {
    printf("rank %d: %s, first destructor\n", rank, calls);
}

__attribute__((destructor(202))) static void second(void) {
    strcat(calls, ", second destructor");
}

static void handler(void) {
    strcat(calls, "atexit");
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(atexit(handler) == 0);
    return end("destructors");
}
