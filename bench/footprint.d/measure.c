// measure COMMAND [ARGUMENT...]: runs the command, its standard output left out, and prints its wall time and
// its processor time (user and system, descendants included) in ms: "WALL PROCESSOR". The exit code is the
// command's.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(struct timeval time) {
    return time.tv_sec * 1e3 + time.tv_usec / 1e3;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void run(char** command) {
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int argc, char** argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: measure COMMAND [ARGUMENT...]\n");
        return 2;
    }
    double begin = now();
    pid_t child = fork();
    if (child == 0) run(argv + 1);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("measure");
        return 2;
    }
    double wall = now() - begin;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    printf("%.3f %.3f\n", wall, milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
