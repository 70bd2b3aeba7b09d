// Programs that a rank starts ignore the signals that the rank ignores, and no others.
// ranks: 1 4
// machine: host
#include "../common/program.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static int spawned(void) {
    char* words[] = {"sh", "-c", "kill -USR1 $$; exit 7", NULL};
    pid_t child;
    int status = 0;
    if (posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ) != 0) return -1;
    if (waitpid(child, &status, 0) != child) return -1;
    return status;
}

static int read_from(void) {
    FILE* file = popen("kill -USR1 $$; exit 7", "r");
    return file != NULL ? pclose(file) : -1;
}

// A handler runs while a program is being started, and sets a handler itself.
static volatile sig_atomic_t handled;
static void handle(int number) {
    ++handled;
    signal(number, handle);
}
static int start_nothing(void) {
    char* words[] = {"nothing", NULL};
    pid_t child;
    signal(SIGCHLD, handle);
    const int error = posix_spawn(&child, "/nonexistent", NULL, NULL, words, environ);
    signal(SIGCHLD, SIG_DFL);
    return error;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank % 2 == 0) signal(SIGUSR1, SIG_IGN);
    MPI_Barrier(MPI_COMM_WORLD);
    const int expected = rank % 2 == 0 ? 7 << 8 : SIGUSR1; // an exit code, or a signal that ends it
    CHECK(spawned() == expected);
    CHECK(read_from() == expected);
    CHECK(system("kill -USR1 $$; exit 7") == expected);
    CHECK(start_nothing() == ENOENT);
    return end("ignored signals of programs that ranks start");
}
