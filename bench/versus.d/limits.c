/* What the machine allows, without MPI: two threads on two cores (nothing is printed where there is one) hand
   over a flag, and buffers that the other one copies. Lines of: case, bytes, microseconds. "flag": one way,
   the flag alone. "handover": one way, flag and one copy of the other's buffer; "handover_rewritten": the
   buffer is written anew before each turn. "copy": one memcpy on one core. "blocks_1024": every second KiB of
   a buffer copied together, or back again, one memcpy for each. Usage: limits SECONDS BYTES... */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Alignas(128) atomic_int flag;
static _Alignas(128) char* buffers[2];
static size_t bytes;
static int turns, rewrites;
static cpu_set_t allowed;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void bind_to(int index) {
    cpu_set_t one;
    int core = 0;
    for (int left = index; core < CPU_SETSIZE - 1; ++core)
        if (CPU_ISSET(core, &allowed) && left-- == 0) break;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

enum { ready = -1 };

static void wait_for(int value) {
    while (atomic_load_explicit(&flag, memory_order_acquire) != value) {
    }
}

/* Thread 0 sets the flag to odd numbers, thread 1 to even ones; each copies what the other has announced. */
static void play(int self) {
    for (int turn = 0; turn < turns; ++turn) {
        if (self == 1) wait_for(2 * turn + 1);
        if (self == 1 && bytes > 0) memcpy(buffers[1], buffers[0], bytes);
        if (rewrites) memset(buffers[self], turn, bytes);
        atomic_store_explicit(&flag, 2 * turn + 1 + self, memory_order_release);
        if (self == 1) continue;
        wait_for(2 * turn + 2);
        if (bytes > 0) memcpy(buffers[0], buffers[1], bytes);
    }
}

static void* other_thread(void* unused) {
    (void)unused;
    bind_to(1);
    atomic_store(&flag, ready);
    play(1);
    return NULL;
}

static double seconds_of_turns(void) {
    pthread_t other;
    atomic_store(&flag, 0);
    pthread_create(&other, NULL, other_thread, NULL);
    wait_for(ready);
    const double before = now();
    play(0);
    const double used = now() - before;
    pthread_join(other, NULL);
    return used;
}

static double seconds_of_copies(void) {
    const double before = now();
    for (int turn = 0; turn < turns; ++turn) {
        memcpy(buffers[1], buffers[0], bytes);
        __asm__ volatile("" : : "r"(buffers[1]) : "memory");
    }
    return now() - before;
}

enum { block = 1024 };

static double seconds_of_blocks(void) {
    const double before = now();
    for (int turn = 0; turn < turns; ++turn) {
        for (size_t offset = 0; offset < bytes; offset += block)
            memcpy(buffers[1] + offset, buffers[0] + 2 * offset, block);
        for (size_t offset = 0; offset < bytes; offset += block)
            memcpy(buffers[0] + 2 * offset, buffers[1] + offset, block);
        __asm__ volatile("" : : "r"(buffers[1]) : "memory");
    }
    return now() - before;
}

/* The best of many short measurements: a limit is what the machine can do when nobody disturbs it. */
static void report(const char* name, double wanted, double (*measure)(void), int ways) {
    const double end = now() + wanted;
    double best = 0;
    for (turns = 4; best < 1e-4; turns *= 2) best = measure();
    turns /= 2;
    for (int count = 0; count < 10 || now() < end; ++count) {
        const double used = measure();
        if (used < best) best = used;
    }
    printf("%s %zu %.6g\n", name, bytes, best / turns / ways * 1e6);
}

static void measure_size(double wanted) {
    for (int index = 0; index < 2; ++index) {
        buffers[index] = malloc(2 * bytes);
        memset(buffers[index], index, 2 * bytes);
    }
    report("copy", wanted, seconds_of_copies, 1);
    if (bytes % block == 0) report("blocks_1024", wanted, seconds_of_blocks, 2);
    for (rewrites = 0; rewrites < 2; ++rewrites)
        report(rewrites ? "handover_rewritten" : "handover", wanted, seconds_of_turns, 2);
    rewrites = 0;
    for (int index = 0; index < 2; ++index) free(buffers[index]);
}

int main(int argc, char** argv) {
    const double wanted = argc > 1 ? atof(argv[1]) : 0.03;
    sched_getaffinity(0, sizeof allowed, &allowed);
    if (CPU_COUNT(&allowed) < 2) return 0;
    bind_to(0);
    report("flag", wanted, seconds_of_turns, 2);
    for (int argument = 2; argument < argc; ++argument) {
        bytes = (size_t)atol(argv[argument]);
        measure_size(wanted);
    }
    return 0;
}
