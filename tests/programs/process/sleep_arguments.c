// Sleeping functions that get one object for both times do sleep.
// ranks: 1 4
#include "../common/program.h"
#include <errno.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    double start = MPI_Wtime();
    struct timespec time = {0, 50000000};
    CHECK(nanosleep(&time, &time) == 0);
    CHECK(MPI_Wtime() - start >= 0.049);
    start = MPI_Wtime();
    struct timespec other = {0, 50000000};
    CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &other, &other) == 0);
    CHECK(MPI_Wtime() - start >= 0.049);
    start = MPI_Wtime();
    CHECK(usleep(50000) == 0);
    CHECK(MPI_Wtime() - start >= 0.049);
    struct timespec wrong = {0, 2000000000};
    errno = 0;
    CHECK(nanosleep(&wrong, &wrong) == -1 && errno == EINVAL);
    return end("sleeping with one object");
}
