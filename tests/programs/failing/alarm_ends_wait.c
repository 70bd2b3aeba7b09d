// An alarm as a limit of time: until it comes, ranks that wait for each other are no deadlock.
// ranks: 2 3
// machine: host
// exit: 9
// count: N out of time
// stderr: called exit\(9\) without MPI_Finalize
// oracle: no
#include "../common/program.h"
#include <signal.h>
#include <unistd.h>

static void end_in_time(int signal) {
    printf("out of time by %d\n", signal);
    fflush(stdout);
    _exit(9);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGALRM, &end_in_time);
    alarm(1);
    int number = 0;
    MPI_Recv(&number, 1, MPI_INT, rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end("an alarm");
}
