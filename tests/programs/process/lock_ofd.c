// Ranks exclude each other by locks of open file descriptions: while they wait, others go on.
// ranks: 2 6
#define _GNU_SOURCE
#include "../common/program.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

static int file;

static int fcntl_lock(int command, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
    return fcntl(file, command, &lock);
}

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
        file = open("lock_ofd.file", O_RDWR | O_CREAT | O_TRUNC, 0600);
        write_number(0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) file = open("lock_ofd.file", O_RDWR);
    CHECK(file >= 0);
    for (int turn = 0; turn < 20; ++turn) {
        CHECK(fcntl_lock(F_OFD_SETLKW, F_WRLCK) == 0);
        int number = read_number();
        usleep(500);
        write_number(number + 1);
        CHECK(fcntl_lock(F_OFD_SETLK, F_UNLCK) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(read_number() == 20 * size);
    if (rank == 0) CHECK(fcntl_lock(F_OFD_SETLKW, F_WRLCK) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    errno = 0;
    if (rank != 0) CHECK(fcntl_lock(F_OFD_SETLK, F_WRLCK) == -1 && (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) { // waits until rank 0 gives it back, which has a message to receive first
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        CHECK(fcntl_lock(F_OFD_SETLKW, F_WRLCK) == 0);
        CHECK(fcntl_lock(F_OFD_SETLK, F_UNLCK) == 0);
    }
    if (rank == 0) {
        int other = -1;
        usleep(20000);
        MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(fcntl_lock(F_OFD_SETLK, F_UNLCK) == 0);
        unlink("lock_ofd.file");
    }
    return end("locks of open file descriptions");
}
