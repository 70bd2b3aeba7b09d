// _Fork makes children as fork does: none of them is a rank.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int handled;
static void handle(void) {
    ++handled;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(pthread_atfork(handle, handle, handle) == 0);
    const pid_t child = _Fork();
    if (child == 0) exit(handled == 0 ? 10 + rank : 1);
    CHECK(child > 0 && handled == 0);
    int status = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(waitpid(-1, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 10 + rank);
    const pid_t second = fork();
    if (second == 0) exit(handled == 2 ? 0 : 1);
    CHECK(second > 0 && handled == 2);
    CHECK(waitpid(second, &status, 0) == second && status == 0);
    return end("children by _Fork");
}
