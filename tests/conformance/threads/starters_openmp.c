// An exchange by the threads of OpenMP's teams: in a parallel region, in a loop, in tasks (MPI-5.0
// section 11.6).
// flags: -fopenmp
#include "../common/threads.h"

#include "exchange.h"

#include <omp.h>

static void exchange_in_region(void) {
#pragma omp parallel num_threads(exchanging)
    exchange(omp_get_thread_num());
}

// Every thread has one of the turns.
static void exchange_in_loop(void) {
#pragma omp parallel for num_threads(exchanging) schedule(static, 1)
    for (int thread = 0; thread < exchanging; ++thread) exchange(thread);
}

// Tasks that wait for each other need as many threads as there are tasks.
static void exchange_in_tasks(void) {
#pragma omp parallel num_threads(exchanging)
#pragma omp single
    for (int thread = 0; thread < exchanging; ++thread)
#pragma omp task firstprivate(thread)
        exchange(thread);
}

// A barrier of the team between messages.
static void exchange_with_barriers(void) {
    int seen[exchanging] = {0};
#pragma omp parallel num_threads(exchanging)
    {
        const int thread = omp_get_thread_num();
        for (int turn = 0; turn < 10; ++turn) {
            int got = -1;
            MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank), thread, &got, 1, MPI_INT, left_of(rank), thread,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            seen[thread] = got + turn;
#pragma omp barrier
            for (int other = 0; other < exchanging; ++other) CHECK(seen[other] == left_of(rank) + turn);
#pragma omp barrier
        }
    }
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    exchange_in_region();
    exchange_in_loop();
    exchange_in_tasks();
    exchange_with_barriers();
    return end_of_threads("threads of OpenMP");
}
