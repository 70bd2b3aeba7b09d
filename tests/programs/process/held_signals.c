// sigset, sighold, sigrelse, sigignore: handlers and held signals of each rank.
// ranks: 1 4
// machine: host
// flags: -Wno-deprecated-declarations
#define _XOPEN_SOURCE 600
#include "../common/program.h"
#include <signal.h>

static volatile int handled = 0;
static void handle(int signal) {
    (void)signal;
    handled += rank + 1;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(sigset(SIGUSR1, handle) == SIG_DFL);
    MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGUSR1);
    CHECK(handled == rank + 1);
    CHECK(sigset(SIGUSR1, SIG_HOLD) == handle);
    raise(SIGUSR1);
    CHECK(handled == rank + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(sigset(SIGUSR1, handle) == SIG_HOLD); // it comes now
    CHECK(handled == 2 * (rank + 1));
    sighold(SIGUSR1);
    if (rank % 2 == 0) raise(SIGUSR1);
    CHECK(handled == 2 * (rank + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    sigrelse(SIGUSR1);
    CHECK(handled == (rank % 2 == 0 ? 3 : 2) * (rank + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 1) sigignore(SIGUSR1);
    MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGUSR1);
    CHECK(handled == (rank % 2 == 0 ? 4 : 2) * (rank + 1));
    MPI_Barrier(MPI_COMM_WORLD);
    return end("held signals");
}
