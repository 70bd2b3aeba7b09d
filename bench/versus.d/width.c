/* How fast each processor runs while all are busy: a loop of instructions that do not wait for each other, which
   takes longer on a processor that shares its core with another one, or with what another machine on the same
   host runs there. Lines of: width, number of the processor, microseconds of the loop. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { measurements = 9, repetitions = 50000 };

static atomic_int waiting;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

#define STEP(variable) variable += 1; __asm__ volatile("" : "+r"(variable))
#define SIX_STEPS STEP(a); STEP(b); STEP(c); STEP(d); STEP(e); STEP(f)

static double loop(void) {
    long a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
    const double before = now();
    for (int count = 0; count < repetitions; ++count) {
        SIX_STEPS;
        SIX_STEPS;
        SIX_STEPS;
        SIX_STEPS;
    }
    return now() - before;
}

static int by_value(const void* one, const void* other) {
    const double a = *(const double*)one, b = *(const double*)other;
    return (a > b) - (a < b);
}

struct processor {
    int number;
    pthread_t thread;
    double microseconds; /* of a good loop: the lower quartile */
};

static void* measure(void* argument) {
    struct processor* self = argument;
    double used[measurements];
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(self->number, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0) {
    }
    for (int count = 0; count < measurements; ++count) used[count] = loop();
    qsort(used, measurements, sizeof *used, by_value);
    self->microseconds = used[measurements / 4];
    return NULL;
}

int main(void) {
    static struct processor processors[CPU_SETSIZE];
    cpu_set_t allowed;
    int count = 0;
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int number = 0; number < CPU_SETSIZE; ++number)
        if (CPU_ISSET(number, &allowed)) processors[count++].number = number;
    atomic_store(&waiting, count);
    for (int index = 0; index < count; ++index)
        if (pthread_create(&processors[index].thread, NULL, measure, &processors[index]) != 0) {
            fprintf(stderr, "width: no thread for processor %d\n", processors[index].number);
            return 1;
        }
    for (int index = 0; index < count; ++index) pthread_join(processors[index].thread, NULL);
    for (int index = 0; index < count; ++index)
        printf("width %d %.6g\n", processors[index].number, processors[index].microseconds);
    return 0;
}
