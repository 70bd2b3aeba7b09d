// Ranks exclude each other by locks of a file: while they wait, others go on. The program defines NAME, and the functions
// lock, try_lock and unlock of `file`, which return 0, or -1 with errno.
#include <errno.h>

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
        file = open(NAME ".file", O_RDWR | O_CREAT | O_TRUNC, 0600);
        write_number(0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) file = open(NAME ".file", O_RDWR);
    CHECK(file >= 0);
    for (int turn = 0; turn < 20; ++turn) {
        CHECK(lock() == 0);
        int number = read_number();
        usleep(500);
        write_number(number + 1);
        CHECK(unlock() == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(read_number() == 20 * size);
    if (rank == 0) CHECK(lock() == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    errno = 0;
    if (rank != 0) CHECK(try_lock() == -1 && (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) { // waits until rank 0 gives it back, which has a message to receive first
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        CHECK(lock() == 0);
        CHECK(unlock() == 0);
    }
    if (rank == 0) {
        int other = -1;
        usleep(20000);
        MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(unlock() == 0);
        unlink(NAME ".file");
    }
    return end(NAME);
}
