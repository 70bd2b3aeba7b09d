// With -D_FORTIFY_SOURCE functions have other names, and are the rank's all the same.
// ranks: 1 4
// machine: host
// flags: -O2 -D_FORTIFY_SOURCE=2
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <unistd.h>
#include <wchar.h>

// Others go on while rank 0 waits for the last one's byte.
static void check_poll(void) {
    int ends[2] = {-1, -1};
    struct pollfd files[3];
    if (rank == 0) CHECK(pipe(ends) == 0);
    MPI_Bcast(ends, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef ORACLE
    if (rank == 0) CHECK(write(ends[1], "a", 1) == 1);
#else
    if (rank == size - 1) CHECK(write(ends[1], "a", 1) == 1);
#endif
    if (rank == 0) {
        volatile nfds_t count = 1;
        char text[4];
        volatile size_t bytes = 1;
        files[0].fd = ends[0];
        files[0].events = POLLIN;
        CHECK(poll(files, count, 5000) == 1);
        CHECK(read(ends[0], text, bytes) == 1 && text[0] == 'a');
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void check_input(void) {
    char text[16];
    volatile size_t bytes = sizeof text - 1;
#ifndef ORACLE // where others may have an input that does not end
    if (rank > 0) CHECK(read(STDIN_FILENO, text, bytes) == 0);
#else
    (void)text;
    (void)bytes;
#endif
}

static void check_output(void) {
    char name[64], text[64];
    snprintf(name, sizeof name, "fortified_%d", rank);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(dup2(file, STDOUT_FILENO) == STDOUT_FILENO);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(dprintf(STDOUT_FILENO, "rank %d", rank) > 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
    volatile size_t most = sizeof text - 1;
    lseek(file, 0, SEEK_SET);
    const ssize_t bytes = read(file, text, most);
    text[bytes > 0 ? bytes : 0] = '\0';
    snprintf(name, sizeof name, "rank %d", rank);
    CHECK(strcmp(text, name) == 0);
    close(file);
    snprintf(name, sizeof name, "fortified_%d", rank);
    remove(name);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_poll();
    check_input();
    check_output();
    return end("fortified functions");
}
