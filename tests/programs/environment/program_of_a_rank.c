// A program that a rank starts is none of the run: of the same executable there is one rank.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/everything.h"

// How many lines the started program has written.
static int lines_of(const char* program) {
    int ends[2], lines = 0;
    char byte;
    if (pipe(ends) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, "started", (char*)0);
        _exit(127);
    }
    close(ends[1]);
    while (read(ends[0], &byte, 1) == 1) lines += byte == '\n';
    close(ends[0]);
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0 ? lines : -1;
}

int main(int argc, char** argv) {
    int rank, lines = 0;
    if (argc > 1) {
        puts("started");
        return 0;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) lines = lines_of("/proc/self/exe");
    MPI_Bcast(&lines, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (lines != 1) {
        printf("rank 0's program wrote %d lines, expected one\n", lines);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    if (rank == 0) puts("ok: one rank of its own");
    return 0;
}
