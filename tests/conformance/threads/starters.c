// The same exchange by threads of C: of POSIX, and of C11 (MPI-5.0 section 11.6).
// flags: -pthread
#include "../common/threads.h"

#include "exchange.h"

#include <threads.h>

static int exchange_in_thread(void* thread) {
    exchange((int)(intptr_t)thread);
    return 0;
}

static void exchange_in_c11_threads(void) {
    thrd_t started[exchanging];
    for (intptr_t thread = 0; thread < exchanging; ++thread)
        CHECK(thrd_create(&started[thread], exchange_in_thread, (void*)thread) == thrd_success);
    for (int thread = 0; thread < exchanging; ++thread)
        CHECK(thrd_join(started[thread], NULL) == thrd_success);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    run_other_threads(exchange);
    exchange_in_c11_threads();
    run_threads(exchange);
    return end_of_threads("threads of C");
}
