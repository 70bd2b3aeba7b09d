// Threads that nobody joins: they run, and yield, until the process has ended, after all ranks.
// flags: -pthread
// ranks: 1 2 5
#include "../common/program.h"
#include <pthread.h>
#include <sched.h>

static void* run_on(void* unused) {
    (void)unused;
    for (;;) sched_yield();
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t thread;
    begin(&argc, &argv);
    for (int count = 0; count < 16; ++count) {
        CHECK(pthread_create(&thread, NULL, run_on, NULL) == 0);
        CHECK(pthread_detach(thread) == 0);
    }
    return end("threads run on");
}
