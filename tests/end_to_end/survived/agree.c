/* MPIX_Comm_agree: the AND of the flags, and one result for all: an error as long as one of them has not
   acknowledged a failure. Also on a revoked communicator. */
#include "check.h"

static void agreed(MPI_Comm comm, int mine, int expected, int error_class, const char* what) {
    int flag = mine;
    const int error = MPIX_Comm_agree(comm, &flag);
    expect_class(error, error_class, what);
    expect(flag == expected, "%s: flag %x instead of %x", what, (unsigned)flag, (unsigned)expected);
}

int main(int argc, char** argv) {
    MPI_Comm twin;
    start(&argc, &argv);
    const int dead = size - 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    meet(twin);
    const int of_all = (int)(~0u << size), of_living = (int)(~0u << dead);
    agreed(MPI_COMM_WORLD, ~(1 << rank), of_all, MPI_SUCCESS, "all alive");
    agreed(MPI_COMM_WORLD, rank == 0 ? 5 : 7, 5, MPI_SUCCESS, "rank 0 differs");
    if (rank == dead) {
        pass_time();
        die();
    }
    /* The others wait for the one that fails. */
    agreed(MPI_COMM_WORLD, ~(1 << rank), of_living, MPIX_ERR_PROC_FAILED, "one fails meanwhile");
    await_failures(MPI_COMM_WORLD, 1);
    agreed(MPI_COMM_WORLD, ~0, ~0, MPIX_ERR_PROC_FAILED, "not acknowledged");
    /* Rank 0 alone acknowledges: no error if it is alone. */
    if (rank == 0) MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    agreed(MPI_COMM_WORLD, ~(1 << rank), of_living, size > 2 ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS,
           "acknowledged by rank 0");
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    agreed(MPI_COMM_WORLD, ~(1 << rank), of_living, MPI_SUCCESS, "acknowledged by all");
    agreed(twin, 1, 1, MPIX_ERR_PROC_FAILED, "not acknowledged in this communicator");
    if (rank == 0) MPIX_Comm_revoke(MPI_COMM_WORLD);
    agreed(MPI_COMM_WORLD, (1 << rank) | (1 << 20), size > 2 ? 1 << 20 : (1 << 20) | 1, MPI_SUCCESS,
           "revoked");
    int acked = 0;
    MPIX_Comm_ack_failed(twin, 1, &acked);
    if (rank == 0) MPIX_Comm_revoke(twin);
    agreed(twin, 1, 1, MPI_SUCCESS, "revoked, acknowledged by MPIX_Comm_ack_failed");
    /* One revokes while the others wait in the agreement: it goes on. */
    MPI_Comm living = shrunk(MPI_COMM_WORLD);
    if (rank == 0) {
        pass_time();
        MPIX_Comm_revoke(living);
        pass_time();
    }
    agreed(living, ~(1 << rank), of_living, MPI_SUCCESS, "revoked meanwhile");
    MPI_Comm_free(&living);
    MPI_Comm_free(&twin);
    return finish();
}
