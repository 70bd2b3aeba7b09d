// OpenMP on an emulated chip: results, and virtual times by the costs in the machine's file, to the cycle.
// On mppa256-andey with --threads 4. MPI_Wtime takes `call` cycles before it reads the clock.
#include <mpi.h>
#include <omp.h>
#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 4, fork_cycles = 4000, join_cycles = 2000, barrier = 1500, critical = 200, share = 100, call = 100 };
static const double clock_rate = 400e6; // cycles a second

static double begin;

static void start(void) { begin = MPI_Wtime(); }

static void expect(const char* what, long cycles) {
    const long found = (long)((MPI_Wtime() - begin) * clock_rate + 0.5) - call;
    if (found == cycles) return;
    printf("%s: %ld cycles, expected %ld\n", what, found, cycles);
    exit(1);
}

static void check(const char* what, long found, long expected) {
    if (found == expected) return;
    printf("%s: %ld, expected %ld\n", what, found, expected);
    exit(1);
}

// Thread t computes (t + 1) * 1000 cycles: the last one ends after 4000.
static void regions(void) {
    int sum = 0;
    start();
#pragma omp parallel reduction(+ : sum)
    {
        sartor_compute(1000 * (unsigned)(omp_get_thread_num() + 1));
        sum += omp_get_num_threads();
    }
    expect("a region", fork_cycles + 4000 + join_cycles);
    check("threads", sum, threads * threads);
    start();
#pragma omp parallel num_threads(2)
    sartor_compute(500);
    expect("two threads", fork_cycles + 500 + join_cycles);
    start();
#pragma omp parallel if (0)
    sartor_compute(500);
    expect("one thread", 500);
}

// 100 iterations of 10 cycles: 25 for each thread.
static void static_loop(void) {
    long sum = 0;
    start();
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 100; ++i) {
        sartor_compute(10);
        sum += i;
    }
    expect("a static loop", fork_cycles + 250 + join_cycles);
    check("its sum", sum, 4950);
}

// Pieces of 1000, 1, 1, 1, ... cycles: thread 0 has the first one, the other three share 30 of 400 cycles, so ten each;
// then each asks once in vain. They take 10 * (share + 400) + share = 5100; thread 0 takes share + 6000 + share = 6200.
static void dynamic_loop(void) {
    int by_thread[threads] = {0};
    start();
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 31; ++i) {
            sartor_compute(i == 0 ? 6000 : 400);
            ++by_thread[omp_get_thread_num()];
        }
    }
    expect("a dynamic loop", fork_cycles + share + 6000 + share + join_cycles);
    check("thread 0", by_thread[0], 1);
    for (int i = 1; i < threads; ++i) check("another thread", by_thread[i], 10);
}

// Values that come up only once: each of 1000 iterations is run, whatever the loop counts with.
static void all_loops(void) {
    int seen[1000] = {0};
#pragma omp parallel
    {
#pragma omp for schedule(guided, 3)
        for (int i = 999; i >= 0; i -= 2) ++seen[i];
#pragma omp for schedule(runtime)
        for (unsigned long long i = 0; i < 1000ull * (unsigned)omp_get_num_threads() / threads; i += 2) ++seen[i];
#pragma omp for schedule(dynamic, 7)
        for (size_t i = 0; i < 1000u * (size_t)omp_get_num_threads() / threads; ++i) ++seen[i];
#pragma omp for schedule(static, 9)
        for (long i = -500; i < 500; ++i) ++seen[i + 500];
    }
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < 1000; ++i) ++seen[i];
    for (int i = 0; i < 1000; ++i) check("an iteration", seen[i], 4);
}

// All four come at once and go through one after the other: the last one comes out after 4 * (critical + 1000).
static void criticals(void) {
    int order[threads], count = 0;
    start();
#pragma omp parallel
    {
#pragma omp critical
        {
            sartor_compute(1000);
            order[count++] = omp_get_thread_num();
        }
    }
    expect("a critical section", fork_cycles + 4 * (critical + 1000) + join_cycles);
    for (int i = 0; i < threads; ++i) check("who comes with the same time", order[i], i);
    count = 0;
#pragma omp parallel
    {
        sartor_compute(100 * (unsigned)(threads - omp_get_thread_num()));
#pragma omp critical(named)
        order[count++] = omp_get_thread_num();
    }
    for (int i = 0; i < threads; ++i) check("who comes earlier", order[i], threads - 1 - i);
}

// The last one arrives after 4000 cycles; from then on all have the same time.
static void barriers(void) {
    int before = 0, wrong = 0;
    start();
#pragma omp parallel
    {
        sartor_compute(1000 * (unsigned)(omp_get_thread_num() + 1));
#pragma omp atomic
        ++before;
#pragma omp barrier
        if (before != threads) {
#pragma omp atomic
            ++wrong;
        }
        sartor_compute(1000);
    }
    expect("a barrier", fork_cycles + 4000 + barrier + 1000 + join_cycles);
    check("came too early", wrong, 0);
}

// One asks first, and computes; the others wait at the barrier behind it.
static void singles(void) {
    int count = 0, sum = 0, value = 0;
    start();
#pragma omp parallel
    {
#pragma omp single
        {
            sartor_compute(3000);
            ++count;
        }
    }
    expect("a single", fork_cycles + share + 3000 + barrier + join_cycles);
    check("how often", count, 1);
#pragma omp parallel private(value) reduction(+ : sum)
    {
#pragma omp single copyprivate(value)
        value = 7;
        sum += value;
    }
    check("copied values", sum, 7 * threads);
}

// Three sections of 1000 cycles for four threads: one asks in vain, three ask twice.
static void sections(void) {
    int done = 0;
    start();
#pragma omp parallel
    {
#pragma omp sections nowait reduction(+ : done)
        {
#pragma omp section
            {
                sartor_compute(1000);
                done += 1;
            }
#pragma omp section
            {
                sartor_compute(1000);
                done += 10;
            }
#pragma omp section
            {
                sartor_compute(1000);
                done += 100;
            }
        }
    }
    expect("sections", fork_cycles + share + 1000 + share + join_cycles);
    check("sections", done, 111);
#pragma omp parallel sections reduction(+ : done)
    {
#pragma omp section
        done += 1000;
#pragma omp section
        done += 10000;
    }
    check("sections of their own region", done, 11111);
}

// Regions inside of regions have one thread each.
static void nested(void) {
    int inner = 0, loops = 0;
#pragma omp parallel reduction(+ : inner, loops)
    {
#pragma omp parallel reduction(+ : inner)
        inner += omp_get_num_threads() + 100 * omp_get_thread_num();
#pragma omp parallel for schedule(dynamic) reduction(+ : loops)
        for (int i = 0; i < 10; ++i) ++loops;
    }
    check("nested regions", inner, threads);
    check("nested loops", loops, 10 * threads);
}

static void locks(void) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    int count = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel
    for (int i = 0; i < 100; ++i) {
        if (i % 2 == 0)
            omp_set_lock(&lock);
        else
            while (!omp_test_lock(&lock)) {}
        const int before = count;
        sartor_compute(10);
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        count = before + 1;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        omp_unset_lock(&lock);
    }
    check("locks", count, 100 * threads);
}

// The main thread sends and receives while the others compute.
static void messages(int rank, int size) {
    int got = -1;
    start();
#pragma omp parallel
    {
#pragma omp master
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (omp_get_thread_num() != 0) sartor_compute(1000000);
    }
    expect("messages beside computing", fork_cycles + 1000000 + join_cycles);
    check("what came", got, (rank + size - 1) % size);
}

int main(int argc, char** argv) {
    int level, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check("the level", level, MPI_THREAD_FUNNELED);
    check("the most threads", omp_get_max_threads(), threads);
    regions();
    static_loop();
    dynamic_loop();
    all_loops();
    criticals();
    barriers();
    singles();
    sections();
    nested();
    locks();
    messages(rank, size);
    if (rank == 0) printf("openmp: correct\n");
    MPI_Finalize();
    return 0;
}
