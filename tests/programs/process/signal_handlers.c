// Each rank has its own handlers of signals, and what it raises reaches it alone.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t first, second;
static void count_first(int number) {
    (void)number;
    ++first;
}
static void count_second(int number, siginfo_t* information, void* context) {
    (void)number;
    (void)context;
    ++second;
    (void)information;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank % 2 == 0) signal(SIGUSR1, count_first);
    struct sigaction action = {0}, before;
    action.sa_sigaction = count_second;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(SIGUSR2, &action, NULL) == 0);
    if (rank % 2 == 1) signal(SIGUSR1, SIG_IGN);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < rank + 1; ++turn) CHECK(raise(SIGUSR1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(first == (rank % 2 == 0 ? rank + 1 : 0));
    for (int turn = 0; turn < rank + 1; ++turn) CHECK(kill(getpid(), SIGUSR2) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(second == rank + 1);
    CHECK(sigaction(SIGUSR2, NULL, &before) == 0 && before.sa_sigaction == count_second);
    CHECK(signal(SIGUSR1, SIG_DFL) == (rank % 2 == 0 ? count_first : SIG_IGN));
    return end("handlers of signals");
}
