// _Fork makes children as fork does: none of them is a rank.
// ranks: 1 4
// machine: host
#define _GNU_SOURCE
#include "../common/program.h"
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const pid_t child = _Fork();
    if (child == 0) exit(10 + rank);
    CHECK(child > 0);
    int status = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(waitpid(-1, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 10 + rank);
    return end("children by _Fork");
}
