// Ranks exclude each other by flock: while they wait, others go on.
// ranks: 2 6
#define _GNU_SOURCE
#include "../common/program.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static int file;

static int read_number(void) {
    int number = -1;
    CHECK(pread(file, &number, sizeof number, 100) == sizeof number);
    return number;
}
static void write_number(int number) {
    CHECK(pwrite(file, &number, sizeof number, 100) == sizeof number);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank == 0) {
        file = open("lock_flock.file", O_RDWR | O_CREAT | O_TRUNC, 0600);
        write_number(0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) file = open("lock_flock.file", O_RDWR);
    CHECK(file >= 0);
    for (int turn = 0; turn < 20; ++turn) {
        CHECK(flock(file, LOCK_EX) == 0);
        int number = read_number();
        usleep(500);
        write_number(number + 1);
        CHECK(flock(file, LOCK_UN) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(read_number() == 20 * size);
    if (rank == 0) CHECK(flock(file, LOCK_EX) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    errno = 0;
    if (rank != 0) CHECK(flock(file, LOCK_EX | LOCK_NB) == -1 && (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) { // waits until rank 0 gives it back, which has a message to receive first
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        CHECK(flock(file, LOCK_EX) == 0);
        CHECK(flock(file, LOCK_UN) == 0);
    }
    if (rank == 0) {
        int other = -1;
        usleep(20000);
        MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(flock(file, LOCK_UN) == 0);
        unlink("lock_flock.file");
    }
    return end("flock");
}
