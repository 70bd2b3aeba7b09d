/* Blocking sends to and receives from a rank that has failed, or fails while others wait for it. */
#include "check.h"

static char bytes[long_bytes], value;

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int dead = size - 1;
    if (rank == dead) die();

    expect_class(MPI_Recv(&value, 1, MPI_CHAR, dead, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                 MPIX_ERR_PROC_FAILED, "MPI_Recv");
    expect_class(MPI_Recv(bytes, long_bytes, MPI_CHAR, dead, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                 MPIX_ERR_PROC_FAILED, "MPI_Recv with any tag");
    /* The failure is known here. The proposal lets a short send succeed; this implementation tells. */
    expect_class(MPI_Send(&value, 1, MPI_CHAR, dead, 0, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED, "MPI_Send");
    expect_class(MPI_Ssend(&value, 1, MPI_CHAR, dead, 0, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED, "MPI_Ssend");
    expect_class(MPI_Send(bytes, long_bytes, MPI_CHAR, dead, 0, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED,
                 "MPI_Send of a long message");
    expect_class(MPI_Ssend(bytes, long_bytes, MPI_CHAR, dead, 0, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED,
                 "MPI_Ssend of a long message");

    /* The living still reach each other. */
    for (int bytes_sent = 10; bytes_sent <= long_bytes; bytes_sent += long_bytes - 10) {
        if (rank > 0) {
            memset(bytes, 0, sizeof(bytes));
            expect_class(
                MPI_Recv(bytes, bytes_sent, MPI_CHAR, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_SUCCESS, "MPI_Recv from a living rank");
            expect(is_filled(bytes, bytes_sent, rank - 1), "wrong bytes from a living rank");
        }
        fill(bytes, bytes_sent, rank);
        if (rank + 1 < dead)
            expect_class(MPI_Send(bytes, bytes_sent, MPI_CHAR, rank + 1, 1, MPI_COMM_WORLD), MPI_SUCCESS,
                         "MPI_Send to a living rank");
    }

    /* Rank 0 fails while the others wait for it. */
    if (size > 2) {
        if (rank == 0) {
            pass_time();
            die();
        }
        if (rank % 3 == 0)
            expect_class(MPI_Ssend(&value, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED,
                         "MPI_Ssend that waits");
        else if (rank % 3 == 1)
            expect_class(MPI_Recv(&value, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                         MPIX_ERR_PROC_FAILED, "MPI_Recv that waits");
        else
            expect_class(MPI_Ssend(bytes, long_bytes, MPI_CHAR, 0, 2, MPI_COMM_WORLD), MPIX_ERR_PROC_FAILED,
                         "long MPI_Ssend that waits");
        await_failures(MPI_COMM_WORLD, 2);
    }
    return finish();
}
