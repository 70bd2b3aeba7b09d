// A child whose exec fails ends by _exit, and its parent sees the code.
// ranks: 1 4
#include "../common/program.h"
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    pid_t child = fork();
    if (child == 0) {
        execlp("/no/such/program", "program", (char*)NULL);
        _exit(100 + rank);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 100 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("a child whose exec fails");
}
