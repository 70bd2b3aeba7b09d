// A signal for the process, as a job's time limit sends it, reaches the handler of each rank.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static void note(int number) {
    (void)number;
    ++count;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGUSR1, note);
    int process = getpid();
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        char command[60];
        snprintf(command, sizeof command, "kill -USR1 %d", process);
        CHECK(system(command) == 0);
    }
    double start = MPI_Wtime();
    while (count == 0 && MPI_Wtime() - start < 10) usleep(100);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count == 1);
    return end("a signal for the process");
}
