// A handler of a rank ends its sleep, and the rest of the time is told. Ranks are fibers.
// ranks: 2 4
// machine: host
// oracle: no
#include "../common/program.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static void note(int number) {
    (void)number;
    ++count;
}

static int next_number(void) {
    int number = getpid(), next = -1;
    MPI_Sendrecv(&number, 1, MPI_INT, (rank + size - 1) % size, 0, &next, 1, MPI_INT, (rank + 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return next;
}

static int sleeps(int how) {
    struct timespec time = {20, 0}, rest = {0, 0};
    struct timeval limit = {20, 0};
    if (how == 0) return sleep(20) >= 15 ? -1 : 0;
    if (how == 1) return nanosleep(&time, &rest) == -1 && errno == EINTR && rest.tv_sec >= 15 ? -1 : 0;
    if (how == 2) return clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL) == EINTR ? -1 : 0;
    if (how == 3) return select(0, NULL, NULL, NULL, &limit) == -1 && errno == EINTR ? -1 : 0;
    return poll(NULL, 0, 20000) == -1 && errno == EINTR ? -1 : 0;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGUSR1, note);
    int next = next_number();
    double start = MPI_Wtime();
    for (int how = 0; how < 5; ++how) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank % 2 == 0) {
            usleep(20000);
            CHECK(kill(next, SIGUSR1) == 0);
        } else {
            CHECK(sleeps(how) == -1);
            CHECK(count == how + 1);
        }
    }
    CHECK(MPI_Wtime() - start < 10);
    CHECK(count == (rank % 2 == 1 ? 5 : 0));
    return end("interrupted sleeps");
}
