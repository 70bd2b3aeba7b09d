// _exit in a handler ends with its code.
// ranks: 1 4
// machine: host
// exit: 51
#include "../common/program.h"
#include <signal.h>
#include <unistd.h>

static void leave(int number) {
    (void)number;
    _exit(51);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGTERM, leave);
    signal(SIGUSR1, leave);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    raise(rank % 2 == 0 ? SIGTERM : SIGUSR1);
    return 1;
}
