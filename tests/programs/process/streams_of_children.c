// Programs that a rank starts have its streams: what others read of standard input stays there for the first rank.
// ranks: 1 3
// input: abcdefgh\n
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static int read_by_program(const char* command) {
    int count = -1;
    FILE* const pipe = popen(command, "r");
    CHECK(pipe != NULL && fscanf(pipe, "%d", &count) == 1);
    CHECK(pclose(pipe) == 0);
    return count;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char name[64], text[128] = "";
    snprintf(name, sizeof name, "written_by_children_of_%d", rank);
    int status = 0;
    if (rank != 0) {
        CHECK(read_by_program("wc -c") == 0);
        CHECK(system("test $(wc -c) = 0") == 0);
        const pid_t child = fork();
        if (child == 0) _exit((int)read(0, text, sizeof text));
        CHECK(waitpid(child, &status, 0) == child && status == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(read_by_program("wc -c") == 9);

    const int before = dup(1), file = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
    CHECK(file >= 0 && dup2(file, 1) == 1);
    char* words[] = {"echo", "spawned", NULL};
    pid_t child = 0;
    CHECK(posix_spawnp(&child, "echo", NULL, NULL, words, environ) == 0 && waitpid(child, &status, 0) == child);
    CHECK(system("echo by system") == 0);
    FILE* const pipe = popen("cat", "w");
    CHECK(pipe != NULL && fputs("by popen\n", pipe) > 0 && pclose(pipe) == 0);
    CHECK(dup2(before, 1) == 1);
    CHECK(pread(file, text, sizeof text - 1, 0) > 0);
    CHECK(strcmp(text, "spawned\nby system\nby popen\n") == 0);
    CHECK(close(file) == 0 && unlink(name) == 0);
    return end("streams of children");
}
