// Each rank has its own alarm and its own interval timer.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static void tick(int number) {
    (void)number;
    ++ticks;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGALRM, tick);
    MPI_Barrier(MPI_COMM_WORLD);
    struct itimerval time = {{0, 0}, {0, 30000 * (rank + 1)}}, left;
    CHECK(setitimer(ITIMER_REAL, &time, NULL) == 0);
    CHECK(getitimer(ITIMER_REAL, &left) == 0 && left.it_value.tv_usec > 0);
    double start = MPI_Wtime();
    while (ticks == 0 && MPI_Wtime() - start < 5) pause();
    CHECK(ticks == 1 && MPI_Wtime() - start >= 0.03 * (rank + 1) - 0.005);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(ticks == 1);
    alarm(1);
    CHECK(alarm(0) == 1);
    alarm(rank == 0 ? 1 : 100);
    start = MPI_Wtime();
    if (rank == 0)
        while (ticks == 1 && MPI_Wtime() - start < 5) usleep(10000);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(ticks == (rank == 0 ? 2 : 1));
    alarm(0);
    return end("timers that signal");
}
