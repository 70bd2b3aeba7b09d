// A rank that has closed standard output reads and writes files; freopen behind close; a handler of a signal that opens
// files.
// ranks: 1 3
// oracle: no
#include "../common/program.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static char noted[40];

static void note(int signal) {
    const int file = open(noted, O_CREAT | O_TRUNC | O_WRONLY, 0666);
    if (write(file, "x", 1) == 1) close(file);
    (void)signal;
}

static int first_byte(const char* path) {
    char byte = 0;
    const int file = open(path, O_RDONLY);
    const long count = read(file, &byte, 1);
    close(file);
    return count == 1 ? byte : -1;
}

static int open_and_read_back(const char* path) {
    char byte = 0;
    const int file = open(path, O_RDWR);
    CHECK(pwrite(file, "n", 1, 0) == 1);
    CHECK(pread(file, &byte, 1, 0) == 1);
    close(file);
    return byte;
}

int main(int argc, char** argv) {
    static char text[40], log[40];
    FILE* file;
    begin(&argc, &argv);
    sprintf(noted, "closed_then_read.noted.%d", rank);
    sprintf(text, "closed_then_read.text.%d", rank);
    sprintf(log, "closed_then_read.log.%d", rank);
    signal(SIGUSR1, &note);
    raise(SIGUSR1);
    CHECK(first_byte(noted) == 'x');
    file = fopen(text, "w");
    fputs("text", file);
    fclose(file);
    if (rank > 0) fclose(stdout);
    CHECK(first_byte(text) == 't');
    CHECK(open_and_read_back(text) == 'n');
    close(2);
    CHECK(freopen(log, "w", stderr) == stderr);
    fputs("in the log", stderr);
    fflush(stderr);
    CHECK(first_byte(log) == 'i');
    remove(noted);
    remove(text);
    remove(log);
    return end("closed, then read");
}
