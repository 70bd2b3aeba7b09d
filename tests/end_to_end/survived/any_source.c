/* Receives from any source: blocking ones raise MPIX_ERR_PROC_FAILED, immediate ones
   MPIX_ERR_PROC_FAILED_PENDING and go on, until the failure is acknowledged. */
#include "check.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int first = size - 1;
    int value = -1, sent, flag;
    MPI_Request request;
    MPI_Status status;
    if (rank == first) {
        /* It tells each that it will fail. */
        for (int to = 0; to < first; ++to) MPI_Send(&to, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
        die();
    }
    await_failures(MPI_COMM_WORLD, 1);
    expect_class(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status),
                 MPIX_ERR_PROC_FAILED, "MPI_Recv from any source");

    /* What came already is received. */
    expect_class(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status), MPI_SUCCESS,
                 "MPI_Recv from any source of a message that a failed rank has sent");
    expect(value == rank && status.MPI_SOURCE == first, "value %d from %d", value, status.MPI_SOURCE);
    sent = 100 + rank;
    MPI_Send(&sent, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    MPI_Probe(rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect_class(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status), MPI_SUCCESS,
                 "MPI_Recv from any source of a message that is there");
    expect(value == 100 + rank && status.MPI_SOURCE == rank, "value %d from %d", value, status.MPI_SOURCE);

    /* One that waits is pending: it is no failed request. */
    value = -1;
    expect_class(MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &request), MPI_SUCCESS,
                 "MPI_Irecv from any source");
    for (int again = 0; again < 2; ++again) {
        expect_class(MPI_Wait(&request, &status), MPIX_ERR_PROC_FAILED_PENDING, "MPI_Wait before ack");
        expect(request != MPI_REQUEST_NULL, "MPI_Wait before ack: the request is null");
        expect_class(MPI_Test(&request, &flag, &status), MPIX_ERR_PROC_FAILED_PENDING, "MPI_Test before ack");
        expect(request != MPI_REQUEST_NULL, "MPI_Test before ack: the request is null");
    }
    expect_class(MPI_Waitall(1, &request, &status), MPI_ERR_IN_STATUS, "MPI_Waitall before ack");
    expect_class(status.MPI_ERROR, MPIX_ERR_PROC_FAILED_PENDING, "status of MPI_Waitall before ack");
    expect(request != MPI_REQUEST_NULL, "MPI_Waitall before ack: the request is null");
    expect_class(MPIX_Comm_failure_ack(MPI_COMM_WORLD), MPI_SUCCESS, "MPIX_Comm_failure_ack");
    expect_class(MPI_Test(&request, &flag, &status), MPI_SUCCESS, "MPI_Test after ack");
    expect(!flag, "MPI_Test after ack: complete without a message");
    /* Each living rank gets a message of its left one, none before all have acknowledged. */
    meet(MPI_COMM_WORLD);
    sent = 200 + rank;
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % first, 4, MPI_COMM_WORLD);
    expect_class(MPI_Wait(&request, &status), MPI_SUCCESS, "MPI_Wait after ack");
    const int left = (rank + first - 1) % first;
    expect(value == 200 + left && status.MPI_SOURCE == left, "value %d from %d instead of %d", value,
           status.MPI_SOURCE, left);
    expect(request == MPI_REQUEST_NULL, "MPI_Wait after ack: the request is not null");
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % first, 5, MPI_COMM_WORLD);
    expect_class(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status),
                 MPI_SUCCESS, "MPI_Recv from any source after ack");
    expect(value == 200 + left && status.MPI_TAG == 5, "value %d, tag %d", value, status.MPI_TAG);

    /* The next failure raises an error again, also where it is waited for. */
    if (size > 2) {
        MPI_Comm living = shrunk(MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Barrier(living);
            pass_time();
            die();
        }
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &request);
        MPI_Barrier(living);
        if (rank % 2 == 0)
            expect_class(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status),
                         MPIX_ERR_PROC_FAILED, "MPI_Recv that waits");
        expect_class(MPI_Wait(&request, &status), MPIX_ERR_PROC_FAILED_PENDING, "MPI_Wait that waits");
        /* Others are given up before the failure is acknowledged, with and without an error before. */
        for (int waits = 0; waits < 2; ++waits) {
            MPI_Request other;
            MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &other);
            if (waits)
                expect_class(MPI_Wait(&other, &status), MPIX_ERR_PROC_FAILED_PENDING, "MPI_Wait before MPI_Cancel");
            give_way();
            MPI_Cancel(&other);
            expect_class(MPI_Wait(&other, &status), MPI_SUCCESS, "MPI_Wait of what was given up");
            MPI_Test_cancelled(&status, &flag);
            expect(flag, "MPI_Cancel does not cancel what is pending");
        }
        /* The message of one comes: no error. */
        MPI_Request other;
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &other);
        give_way();
        MPI_Send(&rank, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
        expect_class(MPI_Waitall(1, &other, &status), MPI_SUCCESS, "MPI_Waitall when the message has come");
        expect(status.MPI_SOURCE == rank && value == rank, "source %d, value %d", status.MPI_SOURCE, value);
        MPIX_Comm_failure_ack(MPI_COMM_WORLD);
        sent = 300 + rank;
        MPI_Send(&sent, 1, MPI_INT, rank, 6, MPI_COMM_WORLD);
        expect_class(MPI_Wait(&request, &status), MPI_SUCCESS, "MPI_Wait after the second ack");
        expect(value == 300 + rank, "value %d", value);
        /* A request that is pending can be given up. */
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        expect_class(MPI_Wait(&request, &status), MPI_SUCCESS, "MPI_Wait after MPI_Cancel");
        MPI_Test_cancelled(&status, &flag);
        expect(flag, "MPI_Cancel does not cancel");
        MPI_Comm_free(&living);
    }
    return finish();
}
