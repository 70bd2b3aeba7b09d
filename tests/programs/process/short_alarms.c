// ualarm signals the rank that asked for it.
// ranks: 1 4
// machine: host
#define _DEFAULT_SOURCE
#include "../common/program.h"
#include <signal.h>
#include <unistd.h>

static volatile int alarms = 0;
static void handle(int signal) {
    (void)signal;
    ++alarms;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGALRM, handle);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(ualarm(20000, 0) == 0);
    for (int turn = 0; turn < 200 && rank == 0 && alarms == 0; ++turn) usleep(5000);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(alarms == (rank == 0 ? 1 : 0));
    return end("short alarms");
}
