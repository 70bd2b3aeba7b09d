/* MPIX_Comm_revoke ends what others wait for: each way to wait. */
#include "check.h"

enum {
    recv,
    recv_any,
    ssend,
    long_send,
    probe,
    mprobe,
    wait,
    waitall,
    waitany,
    waitsome,
    barrier,
    allreduce,
    bcast,
    duplicate,
    ibarrier,
    kinds
};
static const char* const names[kinds] = {"MPI_Recv",    "MPI_Recv from any source",
                                         "MPI_Ssend",   "long MPI_Send",
                                         "MPI_Probe",   "MPI_Mprobe",
                                         "MPI_Wait",    "MPI_Waitall",
                                         "MPI_Waitany", "MPI_Waitsome",
                                         "MPI_Barrier", "MPI_Allreduce",
                                         "MPI_Bcast",   "MPI_Comm_dup",
                                         "MPI_Ibarrier"};
static char bytes[long_bytes];

static int wait_for(int kind, int other, MPI_Comm comm) {
    int value = 1, sum, index, indices[2], done, error;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    MPI_Message message;
    MPI_Comm made;
    if (kind >= wait && kind <= waitsome) {
        MPI_Irecv(&value, 1, MPI_INT, other, 0, comm, &requests[0]);
        MPI_Irecv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &requests[1]);
    }
    switch (kind) {
    case recv:
        return MPI_Recv(&value, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    case recv_any:
        return MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    case ssend:
        return MPI_Ssend(&value, 1, MPI_INT, other, 0, comm);
    case long_send:
        return MPI_Send(bytes, long_bytes, MPI_CHAR, other, 0, comm);
    case probe:
        return MPI_Probe(other, 0, comm, MPI_STATUS_IGNORE);
    case mprobe:
        return MPI_Mprobe(MPI_ANY_SOURCE, 0, comm, &message, MPI_STATUS_IGNORE);
    case wait:
        error = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        expect_class(MPI_Wait(&requests[1], MPI_STATUS_IGNORE), MPIX_ERR_REVOKED, "second MPI_Wait");
        break;
    case waitall:
        error = MPI_Waitall(2, requests, statuses);
        expect_class(error, MPI_ERR_IN_STATUS, names[kind]);
        for (int at = 0; at < 2; ++at) {
            if (class_of(statuses[at].MPI_ERROR) == MPI_ERR_PENDING)
                statuses[at].MPI_ERROR = MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
            expect_class(statuses[at].MPI_ERROR, MPIX_ERR_REVOKED, "status of MPI_Waitall");
        }
        error = statuses[0].MPI_ERROR;
        break;
    case waitany:
        error = MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        expect(index == 0 || index == 1, "MPI_Waitany: index %d", index);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        break;
    case waitsome:
        error = MPI_Waitsome(2, requests, &done, indices, statuses);
        expect_class(error, MPI_ERR_IN_STATUS, names[kind]);
        error = statuses[0].MPI_ERROR;
        for (int at = 0; at < 2; ++at) MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
        break;
    case barrier:
        return MPI_Barrier(comm);
    case allreduce:
        return MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
    case bcast:
        return MPI_Bcast(bytes, long_bytes, MPI_CHAR, other, comm);
    case duplicate:
        return MPI_Comm_dup(comm, &made);
    default:
        /* It may tell when it begins. */
        error = MPI_Ibarrier(comm, &requests[0]);
        if (error == MPI_SUCCESS) error = MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    }
    expect(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "%s: a request is not null",
           names[kind]);
    return error;
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    for (int kind = 0; kind < kinds; ++kind)
        for (int is_late = 0; is_late < 2; ++is_late) {
            const int revoker = (kind + is_late) % size;
            int value, flag;
            MPI_Comm comm;
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            if (rank == revoker) {
                if (is_late) pass_time();
                expect_class(MPIX_Comm_revoke(comm), MPI_SUCCESS, "MPIX_Comm_revoke");
                expect_class(MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 0, comm, MPI_STATUS_IGNORE),
                             MPIX_ERR_REVOKED, "MPI_Recv of the one that revokes");
            } else {
                expect_class(wait_for(kind, revoker, comm), MPIX_ERR_REVOKED, names[kind]);
            }
            MPIX_Comm_is_revoked(comm, &flag);
            expect(flag, "%s: not revoked", names[kind]);
            expect_class(MPI_Comm_free(&comm), MPI_SUCCESS, "MPI_Comm_free");
            expect_usable(MPI_COMM_WORLD, size, "the communicator that it was made from");
        }
    return finish();
}
