// What a rank's signals do is what they do in its children: a crash ends a child with its signal, ignored signals
// are ignored by programs that it executes, and who ignores SIGCHLD has nothing to wait for.
// ranks: 1 3
// machine: host
#include "../common/program.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void note(int number) {
    (void)number;
}

static int status_of(pid_t child) {
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return status;
}

static void ends_by(int number) {
    pid_t child = fork();
    if (child == 0) {
        raise(number);
        _exit(0);
    }
    int status = status_of(child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == number);
}

static void ignores_and_executes(int number) {
    char command[40];
    snprintf(command, sizeof command, "kill -%d $$; exit 5", number);
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char*)NULL);
        _exit(127);
    }
    int status = status_of(child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    signal(SIGUSR1, rank % 2 == 0 ? SIG_IGN : note);
    signal(SIGUSR2, rank % 2 == 1 ? SIG_IGN : note);
    MPI_Barrier(MPI_COMM_WORLD);
    ends_by(SIGSEGV);
    ends_by(SIGABRT);
    ends_by(SIGTERM);
    ignores_and_executes(rank % 2 == 0 ? SIGUSR1 : SIGUSR2);
    if (rank == 1) signal(SIGCHLD, SIG_IGN);
    MPI_Barrier(MPI_COMM_WORLD);
    pid_t child = fork();
    if (child == 0) _exit(3);
    int status = 0;
    if (rank == 1)
        CHECK(waitpid(child, &status, 0) == -1 && errno == ECHILD);
    else
        CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    for (int turn = 0; turn < 3; ++turn)
        if (fork() == 0) _exit(0);
    int waited = 0;
    while (wait(&status) > 0) ++waited;
    CHECK(errno == ECHILD && waited == (rank == 1 ? 0 : 3));
    return end("signals of children");
}
