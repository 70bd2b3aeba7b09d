// A rank signals another one by its number.
// ranks: 2 4
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
    signal(SIGUSR2, note);
    int number = getpid(), next = -1;
    MPI_Sendrecv(&number, 1, MPI_INT, (rank + size - 1) % size, 0, &next, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(next != number);
    CHECK(kill(next, 0) == 0);
    if (rank < size - 1) CHECK(kill(next, SIGUSR2) == 0);
    double start = MPI_Wtime();
    while (count == 0 && rank > 0 && MPI_Wtime() - start < 5) usleep(100);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count == (rank > 0 ? 1 : 0));
    return end("signals between ranks");
}
