/* Error handlers of the program: called once per call that fails, with its communicator. */
#include "check.h"

static int calls, last_class;
static MPI_Comm last_comm;

static void hear(MPI_Comm* comm, int* error, ...) {
    ++calls;
    last_class = class_of(*error);
    last_comm = *comm;
}
static void expect_call(int error, MPI_Comm comm, int expected, const char* what) {
    expect(error != MPI_SUCCESS, "%s succeeds", what);
    expect(calls == 1, "%s: the handler was called %d times", what, calls);
    expect(last_class == expected, "%s: the handler got %s instead of %s", what, name_of(last_class),
           name_of(expected));
    expect(last_comm == comm, "%s: the handler got another communicator", what);
    expect_class(error, expected, what);
    calls = 0;
}

int main(int argc, char** argv) {
    MPI_Comm twin;
    MPI_Errhandler handler;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int value = 0, sum, flag;
    start(&argc, &argv);
    const int dead = size - 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    meet(twin);
    MPI_Comm_create_errhandler(hear, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(twin, handler);
    if (rank == dead) {
        pass_time();
        die();
    }
    MPI_Comm const both[2] = {MPI_COMM_WORLD, twin};
    for (int at = 0; at < 2; ++at) {
        MPI_Comm const comm = both[at];
        const int failed = MPIX_ERR_PROC_FAILED;
        expect_call(MPI_Recv(&value, 1, MPI_INT, dead, 0, comm, MPI_STATUS_IGNORE), comm, failed, "MPI_Recv");
        expect_call(MPI_Ssend(&value, 1, MPI_INT, dead, 0, comm), comm, failed, "MPI_Ssend");
        expect_call(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE), comm, failed,
                    "MPI_Recv from any source");
        expect_call(
            MPI_Sendrecv(&value, 1, MPI_INT, dead, 0, &sum, 1, MPI_INT, dead, 0, comm, MPI_STATUS_IGNORE),
            comm, failed, "MPI_Sendrecv");
        expect_call(MPI_Probe(dead, 0, comm, MPI_STATUS_IGNORE), comm, failed, "MPI_Probe");
        expect_call(MPI_Iprobe(dead, 0, comm, &flag, MPI_STATUS_IGNORE), comm, failed, "MPI_Iprobe");
        MPI_Irecv(&value, 1, MPI_INT, dead, 0, comm, &requests[0]);
        MPI_Isend(&value, 1, MPI_INT, dead, 0, comm, &requests[1]);
        expect(calls == 0, "the handler was called by what begins");
        expect_call(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), comm, failed, "MPI_Wait");
        int error = MPI_SUCCESS;
        flag = 0;
        while (error == MPI_SUCCESS && !flag) error = MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
        expect_call(error, comm, failed, "MPI_Test");
        MPI_Irecv(&value, 1, MPI_INT, dead, 0, comm, &requests[0]);
        MPI_Irecv(&sum, 1, MPI_INT, dead, 0, comm, &requests[1]);
        error = MPI_Waitall(2, requests, statuses);
        expect_class(error, MPI_ERR_IN_STATUS, "MPI_Waitall");
        /* Of more requests than one: the standard does not tell which communicator. */
        expect(calls == 1, "MPI_Waitall: the handler was called %d times", calls);
        for (int at_request = 0; at_request < 2; ++at_request)
            if (requests[at_request] != MPI_REQUEST_NULL) MPI_Wait(&requests[at_request], MPI_STATUS_IGNORE);
        calls = 0;
        expect_call(MPI_Barrier(comm), comm, failed, "MPI_Barrier");
        expect_call(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm), comm, failed, "MPI_Allreduce");
        MPI_Ibarrier(comm, &requests[0]);
        expect(calls == 0, "the handler was called by the begin of MPI_Ibarrier");
        expect_call(MPI_Wait(&requests[0], MPI_STATUS_IGNORE), comm, failed, "MPI_Wait of MPI_Ibarrier");
        flag = 1;
        expect_call(MPIX_Comm_agree(comm, &flag), comm, failed, "MPIX_Comm_agree");
        MPIX_Comm_failure_ack(comm);
        MPIX_Comm_revoke(comm);
        expect(calls == 0, "the handler was called by MPIX_Comm_revoke");
        expect_call(MPI_Barrier(comm), comm, MPIX_ERR_REVOKED, "MPI_Barrier of a revoked one");
        expect_call(MPI_Send(&value, 1, MPI_INT, rank, 0, comm), comm, MPIX_ERR_REVOKED,
                    "MPI_Send of a revoked one");
    }
    MPI_Comm living = shrunk(MPI_COMM_WORLD);
    expect(calls == 0, "the handler was called by MPIX_Comm_shrink");
    MPI_Comm_free(&living);
    MPI_Comm_free(&twin);
    MPI_Errhandler_free(&handler);
    return finish();
}
