// Each rank has its own mask of signals and its own pending signals.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static void note(int number) {
    (void)number;
    ++count;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGUSR2, note);
    sigset_t set, before, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    if (rank % 2 == 0) CHECK(sigprocmask(SIG_BLOCK, &set, &before) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGUSR2);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count == (rank % 2 == 0 ? 0 : 1));
    CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR2) == (rank % 2 == 0));
    if (rank % 2 == 0) CHECK(sigprocmask(SIG_SETMASK, &before, NULL) == 0);
    CHECK(count == 1);
    CHECK(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
    raise(SIGUSR2);
    int got = 0;
    CHECK(sigwait(&set, &got) == 0 && got == SIGUSR2);
    struct timespec limit = {0, 10000000};
    CHECK(sigtimedwait(&set, NULL, &limit) == -1);
    CHECK(count == 1);
    raise(SIGUSR2);
    sigset_t none;
    sigemptyset(&none);
    CHECK(sigsuspend(&none) == -1);
    CHECK(count == 2);
    return end("masks of signals");
}
