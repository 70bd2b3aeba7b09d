// A program with threads of its own: each rank starts some, joins them and sends what they computed.
// flags: -pthread
#include "../common/program.h"
#include <pthread.h>

enum { threads = 3 };

static long sums[threads];
static _Thread_local int own;

static void* compute(void* argument) {
    long which = (long)argument;
    own = (int)which;
    for (int number = 0; number < 1000; ++number) sums[which] += number * (rank + 1) + own;
    return NULL;
}

static void run_threads(void) {
    pthread_t started[threads];
    for (long which = 0; which < threads; ++which)
        CHECK(pthread_create(&started[which], NULL, compute, (void*)which) == 0);
    for (int which = 0; which < threads; ++which) CHECK(pthread_join(started[which], NULL) == 0);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int step = 1; step <= 5; ++step) {
        run_threads();
        for (long which = 0; which < threads; ++which)
            CHECK(sums[which] == step * (499500L * (rank + 1) + 1000 * which) && own == 0);
        long left = 0;
        MPI_Sendrecv(&sums[1], 1, MPI_LONG, (rank + 1) % size, 0, &left, 1, MPI_LONG,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(left == step * (499500L * ((rank + size - 1) % size + 1) + 1000));
    }
    return end("threads of the program");
}
