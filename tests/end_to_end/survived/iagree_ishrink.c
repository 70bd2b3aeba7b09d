/* MPIX_Comm_iagree and MPIX_Comm_ishrink with messages meanwhile, and with a rank that fails meanwhile. */
#include "check.h"

static char sent[long_bytes], received[long_bytes];

/* A message round the ring of the first `members` ranks. */
static void exchange(int members, int count) {
    const int left = (rank + members - 1) % members, right = (rank + 1) % members;
    MPI_Request request;
    fill(sent, count, rank);
    memset(received, 0, sizeof(received));
    MPI_Irecv(received, count, MPI_CHAR, left, 1, MPI_COMM_WORLD, &request);
    expect_class(MPI_Send(sent, count, MPI_CHAR, right, 1, MPI_COMM_WORLD), MPI_SUCCESS, "MPI_Send");
    expect_class(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait of a message");
    expect(is_filled(received, count, left), "wrong bytes");
}

int main(int argc, char** argv) {
    MPI_Request requests[3];
    MPI_Comm twin, made, next;
    int flags[3], done = 0;
    start(&argc, &argv);
    const int dead = size - 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    /* Two in order on one communicator, one on another. */
    flags[0] = ~(1 << rank);
    flags[1] = rank == 0 ? 2 : 3;
    flags[2] = rank == dead ? 4 : 6;
    expect_class(MPIX_Comm_iagree(MPI_COMM_WORLD, &flags[0], &requests[0]), MPI_SUCCESS, "MPIX_Comm_iagree");
    expect_class(MPIX_Comm_iagree(twin, &flags[2], &requests[2]), MPI_SUCCESS, "MPIX_Comm_iagree");
    expect_class(MPIX_Comm_iagree(MPI_COMM_WORLD, &flags[1], &requests[1]), MPI_SUCCESS, "MPIX_Comm_iagree");
    exchange(size, 10);
    exchange(size, long_bytes);
    expect_class(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS, "MPI_Waitall");
    expect(flags[0] == (int)(~0u << size) && flags[1] == 2 && flags[2] == 4, "flags %x %x %x",
           (unsigned)flags[0], (unsigned)flags[1], (unsigned)flags[2]);

    if (rank == dead) {
        pass_time();
        die();
    }
    flags[0] = ~(1 << rank);
    expect_class(MPIX_Comm_iagree(MPI_COMM_WORLD, &flags[0], &requests[0]), MPI_SUCCESS, "MPIX_Comm_iagree");
    exchange(dead, 10);
    while (!done) {
        const int error = MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
        if (error != MPI_SUCCESS) {
            expect_class(error, MPIX_ERR_PROC_FAILED, "MPI_Test of MPIX_Comm_iagree");
            break;
        }
    }
    expect(!done || requests[0] == MPI_REQUEST_NULL, "the request is not null");
    expect(flags[0] == (int)(~0u << dead), "flag %x with a failure", (unsigned)flags[0]);
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    flags[0] = 12;
    expect_class(MPIX_Comm_iagree(MPI_COMM_WORLD, &flags[0], &requests[0]), MPI_SUCCESS, "MPIX_Comm_iagree");
    expect_class(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS, "MPIX_Comm_iagree after ack");
    expect(flags[0] == 12, "flag %x after ack", (unsigned)flags[0]);

    expect_class(MPIX_Comm_ishrink(MPI_COMM_WORLD, &made, &requests[0]), MPI_SUCCESS, "MPIX_Comm_ishrink");
    exchange(dead, long_bytes);
    expect_class(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait of MPIX_Comm_ishrink");
    expect_usable(made, size - 1, "communicator of MPIX_Comm_ishrink");
    if (size > 2) {
        /* One fails between its begin and its end, and of a revoked one. */
        meet(made);
        if (rank == 0) die();
        expect_class(MPIX_Comm_ishrink(made, &next, &requests[0]), MPI_SUCCESS, "second MPIX_Comm_ishrink");
        MPIX_Comm_revoke(made);
        expect_class(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait of the second");
        expect_usable(next, size - 2, "communicator of the second MPIX_Comm_ishrink");
        MPI_Comm_free(&next);
    }
    MPI_Comm_free(&made);
    MPI_Comm_free(&twin);
    return finish();
}
