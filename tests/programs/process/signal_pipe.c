// A rank that writes where nobody reads gets SIGPIPE, and others don't: each has its own handler or ignores it.
// ranks: 1 3 4
// machine: host
#include "../common/program.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static void note(int number) {
    (void)number;
    ++count;
}

static void write_to_nobody(void) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    close(ends[0]);
    CHECK(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    close(ends[1]);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank == 0) {
        signal(SIGPIPE, SIG_IGN);
        write_to_nobody();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) signal(SIGPIPE, note);
    if (rank == 1) write_to_nobody();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count == (rank == 1));
    return end("SIGPIPE of one rank");
}
