/* What can be done with a revoked communicator: nothing that communicates, but all that is local, and
   agreement and shrinking. */
#include "check.h"

static char bytes[16];

static void expect_revoked(int error, const char* what) {
    expect_class(error, MPIX_ERR_REVOKED, what);
}

/* An immediate operation may tell when it begins or when it completes. */
static void expect_request_revoked(int error, MPI_Request* request, const char* what) {
    if (error == MPI_SUCCESS) error = MPI_Wait(request, MPI_STATUS_IGNORE);
    expect_class(error, MPIX_ERR_REVOKED, what);
}

int main(int argc, char** argv) {
    MPI_Comm comm, other, made = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL, persistent[2];
    MPI_Group group;
    MPI_Errhandler handler;
    int flag = 1, number, result, value = 1;
    start(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Recv_init(bytes, 1, MPI_CHAR, rank, 9, comm, &persistent[0]);
    MPI_Send_init(bytes, 1, MPI_CHAR, rank, 9, comm, &persistent[1]);
    expect_class(MPIX_Comm_is_revoked(comm, &flag), MPI_SUCCESS, "MPIX_Comm_is_revoked");
    expect(!flag, "revoked from the start");
    MPI_Barrier(comm);
    if (rank == 0) expect_class(MPIX_Comm_revoke(comm), MPI_SUCCESS, "MPIX_Comm_revoke");
    flag = 0;
    while (!flag) {
        MPIX_Comm_is_revoked(comm, &flag);
        give_way();
    }
    expect_class(MPIX_Comm_revoke(comm), MPI_SUCCESS, "MPIX_Comm_revoke of what is revoked");

    const int next = (rank + 1) % size;
    expect_revoked(MPI_Send(bytes, 1, MPI_CHAR, next, 0, comm), "MPI_Send");
    expect_revoked(MPI_Ssend(bytes, 1, MPI_CHAR, next, 0, comm), "MPI_Ssend");
    expect_revoked(MPI_Recv(bytes, 1, MPI_CHAR, next, 0, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    expect_revoked(MPI_Recv(bytes, 1, MPI_CHAR, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE),
                   "MPI_Recv from any source");
    expect_revoked(
        MPI_Sendrecv(bytes, 1, MPI_CHAR, next, 0, bytes + 1, 1, MPI_CHAR, next, 0, comm, MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
    expect_revoked(MPI_Probe(next, 0, comm, MPI_STATUS_IGNORE), "MPI_Probe");
    expect_revoked(MPI_Iprobe(next, 0, comm, &flag, MPI_STATUS_IGNORE), "MPI_Iprobe");
    expect_request_revoked(MPI_Isend(bytes, 1, MPI_CHAR, next, 0, comm, &request), &request, "MPI_Isend");
    expect_request_revoked(MPI_Irecv(bytes, 1, MPI_CHAR, next, 0, comm, &request), &request, "MPI_Irecv");
    for (int at = 0; at < 2; ++at) {
        expect_request_revoked(MPI_Start(&persistent[at]), &persistent[at], "MPI_Start");
        MPI_Request_free(&persistent[at]);
    }
    expect_revoked(MPI_Barrier(comm), "MPI_Barrier");
    expect_revoked(MPI_Bcast(bytes, 1, MPI_CHAR, 0, comm), "MPI_Bcast");
    expect_revoked(MPI_Allreduce(&value, &number, 1, MPI_INT, MPI_SUM, comm), "MPI_Allreduce");
    expect_request_revoked(MPI_Ibarrier(comm, &request), &request, "MPI_Ibarrier");
    expect_revoked(MPI_Comm_dup(comm, &made), "MPI_Comm_dup");
    expect_revoked(MPI_Comm_split(comm, 0, 0, &made), "MPI_Comm_split");
    MPI_Comm_group(comm, &group);
    expect_revoked(MPI_Comm_create(comm, group, &made), "MPI_Comm_create");
    MPI_Group_free(&group);

    expect_class(MPI_Comm_rank(comm, &number), MPI_SUCCESS, "MPI_Comm_rank");
    expect(number == rank, "MPI_Comm_rank: %d", number);
    expect_class(MPI_Comm_size(comm, &number), MPI_SUCCESS, "MPI_Comm_size");
    expect(number == size, "MPI_Comm_size: %d", number);
    expect_class(MPI_Comm_compare(comm, other, &result), MPI_SUCCESS, "MPI_Comm_compare");
    expect(result == MPI_CONGRUENT, "MPI_Comm_compare: %d", result);
    expect_class(MPI_Comm_get_errhandler(comm, &handler), MPI_SUCCESS, "MPI_Comm_get_errhandler");
    expect(handler == MPI_ERRORS_RETURN, "another error handler");
    expect_class(MPIX_Comm_get_failed(comm, &group), MPI_SUCCESS, "MPIX_Comm_get_failed");
    MPI_Group_size(group, &number);
    expect(number == 0, "%d have failed", number);
    MPI_Group_free(&group);
    expect_class(MPIX_Comm_failure_ack(comm), MPI_SUCCESS, "MPIX_Comm_failure_ack");
    flag = ~(1 << rank);
    expect_class(MPIX_Comm_agree(comm, &flag), MPI_SUCCESS, "MPIX_Comm_agree");
    expect(flag == (int)(~0u << size), "MPIX_Comm_agree: %x", (unsigned)flag);
    expect_class(MPIX_Comm_shrink(comm, &made), MPI_SUCCESS, "MPIX_Comm_shrink");
    MPIX_Comm_is_revoked(made, &flag);
    expect(!flag, "the shrunk communicator is revoked");
    expect_usable(made, size, "shrunk communicator");
    expect_usable(other, size, "another communicator of the same group");
    expect_class(MPI_Comm_free(&made), MPI_SUCCESS, "MPI_Comm_free of the shrunk one");
    expect_class(MPI_Comm_free(&other), MPI_SUCCESS, "MPI_Comm_free of the other");
    expect_class(MPI_Comm_free(&comm), MPI_SUCCESS, "MPI_Comm_free of the revoked one");
    /* New ones never are. */
    for (int again = 0; again < 50; ++again) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPIX_Comm_is_revoked(comm, &flag);
        expect(!flag, "communicator %d is revoked when it is new", again);
        expect_usable(comm, size, "new communicator");
        meet(comm);
        if (again % 3 == 0) MPIX_Comm_revoke(comm);
        MPI_Comm_free(&comm);
    }
    return finish();
}
