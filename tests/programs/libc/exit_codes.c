// exit() deep in the program ends the rank and not the run: handlers run, the highest code is the run's.
// exit: 3+(N>1)
// count: N ^left rank [0-9]+$
// count: N ^handler of rank [0-9]+, second$
// count: N ^handler of rank [0-9]+, first$
// stdout: ^ok:
// oracle: no
#include "../common/program.h"

static int handled;

static void first_handler(void) {
    printf("handler of rank %d, %s\n", rank, handled++ == 1 ? "first" : "too early");
}

static void second_handler(void) {
    printf("handler of rank %d, %s\n", rank, handled++ == 0 ? "second" : "too late");
}

static void leave(void) {
    printf("left rank %d\n", rank);
    exit(3 + rank % 2);
}

static int descend(int depth) {
    if (depth > rank) return 0;
    if (depth == rank) leave();
    return descend(depth + 1) + 1;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    atexit(first_handler);
    atexit(second_handler);
    if (end("leave from inside") != 0) return 99;
    return descend(0);
}
