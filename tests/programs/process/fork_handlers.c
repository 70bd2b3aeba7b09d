// Handlers of forks are called for the rank that has registered them, and may write.
// ranks: 1 3
// machine: host
// flags: -pthread
// count: N rank . forks
#include "../common/program.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int before, after, in_child;
static void prepare(void) {
    ++before;
    printf("rank %d forks\n", rank);
}
static void parent(void) {
    ++after;
}
static void child(void) {
    ++in_child;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(pthread_atfork(prepare, parent, child) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    pid_t forked = fork();
    if (forked == 0) _exit(before == 1 && after == 0 ? 10 + in_child : 1);
    int status = 0;
    CHECK(waitpid(forked, &status, 0) == forked && WEXITSTATUS(status) == 11);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(before == 1 && after == 1 && in_child == 0);
    return end("handlers of forks");
}
