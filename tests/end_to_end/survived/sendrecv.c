/* MPI_Sendrecv and MPI_Sendrecv_replace round a ring with a rank that has failed: neighbors of it get an
   error, and the other half of their call is done all the same. */
#include "check.h"

static char sent[long_bytes], received[long_bytes];

static void shift(int count, int is_replace) {
    const int dead = size - 1, left = (rank + size - 1) % size, right = (rank + 1) % size;
    const char* const what = is_replace ? "MPI_Sendrecv_replace" : "MPI_Sendrecv";
    char* const into = is_replace ? sent : received;
    int error;
    fill(sent, count, rank);
    memset(received, 0, sizeof(received));
    if (is_replace)
        error =
            MPI_Sendrecv_replace(sent, count, MPI_CHAR, right, 3, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        error = MPI_Sendrecv(sent, count, MPI_CHAR, right, 3, received, count, MPI_CHAR, left, 3,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect_class(error, left == dead || right == dead ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS, what);
    if (error == MPI_SUCCESS) expect(is_filled(into, count, left), "%s of %d: wrong bytes", what, count);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    if (rank == size - 1) die();
    await_failures(MPI_COMM_WORLD, 1);
    for (int again = 0; again < 3; ++again) {
        shift(10, 0);
        shift(long_bytes, 0);
        shift(10, 1);
        shift(long_bytes, 1);
    }
    return finish();
}
