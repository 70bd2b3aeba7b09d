// A rank that sleeps lets the others of its core run: sleeps of many ranks take little longer than one.
// ranks: 2 16
// oracle: no
#include "../common/program.h"
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void sleep_somehow(void) {
    const struct timespec pause = {0, 200000000};
    switch (rank % 3) {
    case 0:
        usleep(200000);
        break;
    case 1:
        CHECK(nanosleep(&pause, NULL) == 0);
        break;
    default:
        CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL) == 0);
        break;
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    sleep_somehow();
    double own = MPI_Wtime() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    double all = MPI_Wtime() - start;
    CHECK(own >= 0.199);
    CHECK(all < 1.2); // one after another would be 0.2 s * ranks of a core
    if (rank == 0) CHECK(sleep(1) == 0);
    CHECK(rank != 0 || MPI_Wtime() - start >= 1.199);
    return end("sleeping ranks let others run");
}
