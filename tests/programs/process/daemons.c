// A child becomes a daemon, writes a file and ends.
// ranks: 1 3
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char path[64];
    snprintf(path, sizeof path, "/tmp/daemon.%d.%d", (int)getppid(), rank);
    unlink(path);
    pid_t child = fork();
    if (child == 0) {
        if (daemon(0, 0) != 0) _exit(1);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        if (write(file, "d", 1) != 1) _exit(2);
        _exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    char byte = 0;
    for (int turn = 0; turn < 500 && byte != 'd'; ++turn) {
        int file = open(path, O_RDONLY);
        if (file >= 0 && read(file, &byte, 1) != 1) byte = 0;
        if (file >= 0) close(file);
        usleep(10000);
    }
    CHECK(byte == 'd');
    unlink(path);
    return end("daemons");
}
