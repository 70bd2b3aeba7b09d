// errno belongs to a rank and survives MPI calls in which other ranks run.
// oracle: no
#include "../common/program.h"
#include <errno.h>
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
    return end("errno belongs to a rank");
}
