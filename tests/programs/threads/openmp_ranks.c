// Ranks of an OpenMP program whose main threads alone call MPI: each has its own team of threads and its own settings,
// and waits in MPI within a parallel region while others go on.
// flags: -fopenmp
// ranks: 1 2 3 5 8 16
#include "../common/program.h"
#include <omp.h>

enum { elements = 5000 };

static double values[elements];

static int own_threads(void) {
    return 1 + rank % 3;
}

static double sum_in_parallel(void) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int index = 0; index < elements; ++index) {
        values[index] += rank + 1;
        sum += values[index];
    }
    return sum;
}

// The main thread exchanges messages while its team waits for it.
static int exchange_in_region(int next, int previous) {
    int got = -1, seen[4] = {-1, -1, -1, -1};
#pragma omp parallel
    {
#pragma omp master
        MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &got, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp barrier
        seen[omp_get_thread_num()] = got;
    }
    for (int thread = 0; thread < own_threads(); ++thread)
        if (seen[thread] != previous) return 0;
    return 1;
}

int main(int argc, char** argv) {
    int provided = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    find_rank();
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    omp_set_num_threads(own_threads());
    for (int step = 1; step <= 20; ++step) {
        const double expected = (double)elements * step * (rank + 1);
        CHECK(sum_in_parallel() == expected);
        CHECK(exchange_in_region(next, previous));
        CHECK(omp_get_max_threads() == own_threads() && omp_get_level() == 0 && omp_get_thread_num() == 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
#ifndef ORACLE
    CHECK(provided == MPI_THREAD_FUNNELED);
#endif
    return end("ranks with OpenMP");
}
