// The clock of the process's processor time counts what the rank itself computes.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) return -1;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = rank == 0 ? 0.3 : 0.05;
    for (double begun = seconds_of(CLOCK_THREAD_CPUTIME_ID); seconds_of(CLOCK_THREAD_CPUTIME_ID) - begun < seconds;)
        continue;
    const double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(used > seconds - 0.03);
#ifndef ORACLE // other MPIs wait by looking
    CHECK(used < seconds + 0.1);
#endif
    CHECK(seconds_of((clockid_t)12345) == -1);
    return end("clock of the processor time");
}
