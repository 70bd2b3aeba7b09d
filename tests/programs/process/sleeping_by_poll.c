// select and poll without files sleep, and those with files wait for them: others of the worker run meanwhile.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

static double since(double start) {
    return MPI_Wtime() - start;
}

static void wait_for_pipe(int with_poll) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        usleep(30000);
        _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
    }
    fd_set reading;
    FD_ZERO(&reading);
    FD_SET(ends[0], &reading);
    struct pollfd file = {ends[0], POLLIN, 0};
    struct timeval limit = {0, 1000};
    CHECK(with_poll ? poll(&file, 1, 1) == 0 : select(ends[0] + 1, &reading, NULL, NULL, &limit) == 0);
    CHECK(with_poll || !FD_ISSET(ends[0], &reading));
    FD_SET(ends[0], &reading);
    CHECK(with_poll ? poll(&file, 1, -1) == 1 : select(ends[0] + 1, &reading, NULL, NULL, NULL) == 1);
    CHECK(with_poll ? file.revents == POLLIN : FD_ISSET(ends[0], &reading));
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    struct timeval limit = {0, 200000};
    CHECK(select(0, NULL, NULL, NULL, &limit) == 0 && since(start) > 0.19);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(since(start) < 0.39);
    start = MPI_Wtime();
    CHECK(poll(NULL, 0, 200) == 0 && since(start) > 0.19);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(since(start) < 0.39);
    wait_for_pipe(0);
    wait_for_pipe(1);
    return end("select and poll");
}
