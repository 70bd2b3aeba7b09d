// errno belongs to a rank and survives MPI calls in which other ranks run.
// oracle: no
#include "../common/program.h"
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void provoke(void) {
    switch (rank % 3) {
    case 0:
        CHECK(close(-1) == -1);
        break; // EBADF
    case 1:
        CHECK(access("/no/such/file", R_OK) == -1);
        break; // ENOENT
    default:
        CHECK(strtol("99999999999999999999", NULL, 10));
        break; // ERANGE
    }
}

static void ignore(int signal_number) { (void)signal_number; }

/* Signals interrupt what the process waits in, with EINTR. */
static void interrupt(long microseconds) {
    const struct sigaction action = {.sa_handler = &ignore};
    const struct itimerval interval = {{0, microseconds}, {0, microseconds}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &interval, NULL);
}

static void wait_interrupted(void) {
    int number = 0;
    if (rank == 0) interrupt(2000);
    errno = 2000 + rank;
    if (rank == size - 1)
        for (double end = MPI_Wtime() + 0.05; MPI_Wtime() < end;) {
        }
    if (size > 1) MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &number, 1, MPI_INT, (rank + size - 1) % size, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(errno == 2000 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(errno == 2000 + rank);
    if (rank == 0) interrupt(0);
}

int main(int argc, char** argv) {
    const int expected[] = {EBADF, ENOENT, ERANGE};
    begin(&argc, &argv);
    for (int step = 0; step < 20; ++step) {
        errno = 0;
        provoke();
        CHECK(errno == expected[rank % 3]);
        errno = 1000 + rank;
        if (size > 1) {
            int number = rank, other;
            MPI_Sendrecv(&number, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT,
                         (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(errno == 1000 + rank);
    }
    wait_interrupted();
    return end("errno belongs to a rank");
}
