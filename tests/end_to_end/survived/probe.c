/* Probes of messages of a rank that has failed; matched probes of messages whose sender fails then. */
#include "check.h"

static char bytes[long_bytes];

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int dead = size - 1;
    int flag = 0, error;
    MPI_Message message, long_message;
    MPI_Status status;
    if (rank == dead) {
        MPI_Request* const requests = malloc((size_t)size * sizeof(MPI_Request));
        fill(bytes, long_bytes, rank);
        for (int to = 0; to < dead; ++to) {
            MPI_Send(bytes, 10, MPI_CHAR, to, 1, MPI_COMM_WORLD);
            MPI_Isend(bytes, long_bytes, MPI_CHAR, to, 2, MPI_COMM_WORLD, &requests[to]);
        }
        for (int from = 0; from < dead; ++from)
            MPI_Recv(bytes, 0, MPI_CHAR, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        die();
    }
    expect_class(MPI_Mprobe(dead, 1, MPI_COMM_WORLD, &message, &status), MPI_SUCCESS, "MPI_Mprobe");
    expect_class(MPI_Mprobe(dead, 2, MPI_COMM_WORLD, &long_message, &status), MPI_SUCCESS, "long MPI_Mprobe");
    MPI_Send(bytes, 0, MPI_CHAR, dead, 3, MPI_COMM_WORLD);
    expect_class(MPI_Probe(dead, 4, MPI_COMM_WORLD, &status), MPIX_ERR_PROC_FAILED, "MPI_Probe");

    memset(bytes, 0, sizeof(bytes));
    expect_class(MPI_Mrecv(bytes, 10, MPI_CHAR, &message, &status), MPI_SUCCESS,
                 "MPI_Mrecv of a message that was sent before the failure");
    expect(is_filled(bytes, 10, dead), "MPI_Mrecv: wrong bytes");
    memset(bytes, 0, sizeof(bytes));
    error = MPI_Mrecv(bytes, long_bytes, MPI_CHAR, &long_message, &status);
    if (error == MPI_SUCCESS)
        expect(is_filled(bytes, long_bytes, dead), "MPI_Mrecv of a long message: wrong bytes");
    else
        expect_class(error, MPIX_ERR_PROC_FAILED, "MPI_Mrecv of a long message");

    expect_class(MPI_Iprobe(dead, 4, MPI_COMM_WORLD, &flag, &status), MPIX_ERR_PROC_FAILED, "MPI_Iprobe");
    expect_class(MPI_Mprobe(dead, 4, MPI_COMM_WORLD, &message, &status), MPIX_ERR_PROC_FAILED,
                 "MPI_Mprobe without a message");
    expect_class(MPI_Improbe(dead, 4, MPI_COMM_WORLD, &flag, &message, &status), MPIX_ERR_PROC_FAILED,
                 "MPI_Improbe");
    /* From any source: the proposal names both classes. */
    error = class_of(MPI_Probe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status));
    expect(error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_PROC_FAILED_PENDING,
           "MPI_Probe from any source: %s", name_of(error));
    error = class_of(MPI_Iprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &status));
    expect(error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_PROC_FAILED_PENDING,
           "MPI_Iprobe from any source: %s", name_of(error));

    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    flag = 1;
    expect_class(MPI_Iprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &flag, &status), MPI_SUCCESS,
                 "MPI_Iprobe from any source after ack");
    expect(!flag, "MPI_Iprobe finds what was not sent");
    expect_class(MPI_Iprobe(dead, 4, MPI_COMM_WORLD, &flag, &status), MPIX_ERR_PROC_FAILED,
                 "MPI_Iprobe after ack");
    fill(bytes, 10, rank);
    MPI_Send(bytes, 10, MPI_CHAR, rank, 4, MPI_COMM_WORLD);
    expect_class(MPI_Probe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status), MPI_SUCCESS,
                 "MPI_Probe from any source after ack");
    expect_class(MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, &status), MPI_SUCCESS,
                 "MPI_Mprobe from any source after ack");
    memset(bytes, 0, sizeof(bytes));
    expect_class(MPI_Mrecv(bytes, 10, MPI_CHAR, &message, &status), MPI_SUCCESS, "MPI_Mrecv after ack");
    expect(is_filled(bytes, 10, rank), "MPI_Mrecv after ack: wrong bytes");

    /* A rank that waits in a probe. */
    if (size > 2) {
        if (rank == 0) {
            pass_time();
            die();
        }
        if (rank % 2 == 0)
            expect_class(MPI_Mprobe(0, 5, MPI_COMM_WORLD, &message, &status), MPIX_ERR_PROC_FAILED,
                         "MPI_Mprobe that waits");
        else
            expect_class(MPI_Probe(0, 5, MPI_COMM_WORLD, &status), MPIX_ERR_PROC_FAILED,
                         "MPI_Probe that waits");
    }
    return finish();
}
