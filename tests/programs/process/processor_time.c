// clock, times and getrusage count what the rank itself computes.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static double by_clock(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}
static double by_usage(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}
static double by_times(void) {
    struct tms all;
    times(&all);
    return (double)(all.tms_utime + all.tms_stime) / (double)sysconf(_SC_CLK_TCK);
}

static double time_of_thread(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double (*const clocks[])(void) = {by_clock, by_usage, by_times};
    double start[3], used[3];
    for (int which = 0; which < 3; ++which) start[which] = clocks[which]();
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = rank == 0 ? 0.3 : 0.05;
    for (double begun = time_of_thread(); time_of_thread() - begun < seconds;) continue;
    for (int which = 0; which < 3; ++which) used[which] = clocks[which]() - start[which];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int which = 0; which < 3; ++which) CHECK(used[which] > seconds - 0.03);
#ifndef ORACLE // other MPIs wait by looking
    for (int which = 0; which < 3; ++which) CHECK(used[which] < seconds + 0.1);
#endif
    return end("processor time of a rank");
}
