/* Failures and revoking don't concern communicators that the rank is no member of, nor others of the same
   group. */
#include "check.h"

int main(int argc, char** argv) {
    MPI_Comm half, twin, living;
    MPI_Group group;
    MPI_Status status;
    int flag, value, number;
    start(&argc, &argv);
    const int dead = size - 1, is_with_dead = rank % 2 == dead % 2;
    const int members = (size + 1 - rank % 2) / 2, me = rank / 2;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_dup(half, &twin);
    meet(MPI_COMM_WORLD);
    if (rank == dead) die();
    await_failures(MPI_COMM_WORLD, 1);
    for (int again = 0; again < 3; ++again) {
        if (!is_with_dead) {
            expect(failures_in(half) == 0, "%d failures among others", failures_in(half));
            expect_usable(half, members, "communicator without failures");
            flag = 6;
            expect_class(MPIX_Comm_agree(half, &flag), MPI_SUCCESS, "MPIX_Comm_agree without failures");
            expect(flag == 6, "MPIX_Comm_agree: %d", flag);
            value = rank;
            MPI_Request request;
            MPI_Isend(&value, 1, MPI_INT, (me + 1) % members, again, half, &request);
            expect_class(MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, again, half, &status), MPI_SUCCESS,
                         "MPI_Recv from any source without failures");
            expect(status.MPI_SOURCE == (me + members - 1) % members, "source %d", status.MPI_SOURCE);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            expect(failures_in(half) == 1, "%d failures instead of one", failures_in(half));
            /* Revoked by the first one that has seen the failure. */
            const int found = class_of(MPI_Barrier(half));
            expect(found == MPIX_ERR_PROC_FAILED || found == MPIX_ERR_REVOKED,
                   "MPI_Barrier with the failed rank: %s", name_of(found));
            MPIX_Comm_revoke(half);
            MPIX_Comm_is_revoked(twin, &flag);
            expect(!flag, "another communicator of the same group is revoked");
            expect_class(MPI_Barrier(twin), MPIX_ERR_PROC_FAILED, "MPI_Barrier of the other communicator");
        }
        MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag);
        expect(!flag, "MPI_COMM_WORLD is revoked");
        /* Messages between the living go on. */
        if (size > 2) {
            const int left = (rank + size - 2) % (size - 1), right = (rank + 1) % (size - 1);
            value = rank;
            expect_class(MPI_Sendrecv(&value, 1, MPI_INT, right, 3, &number, 1, MPI_INT, left, 3,
                                      MPI_COMM_WORLD, &status),
                         MPI_SUCCESS, "MPI_Sendrecv of the living");
            expect(number == left, "%d from %d", number, left);
        }
        value = 3;
        expect_class(MPI_Allreduce(&value, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF), MPI_SUCCESS,
                     "MPI_Allreduce of MPI_COMM_SELF");
    }
    /* Acknowledged in one communicator is not acknowledged in another. */
    living = shrunk(MPI_COMM_WORLD);
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    if (is_with_dead) {
        MPIX_Comm_failure_get_acked(twin, &group);
        MPI_Group_size(group, &number);
        expect(number == 0, "%d acknowledged in another communicator", number);
        MPI_Group_free(&group);
    }
    expect_usable(living, size - 1, "shrunk communicator");
    MPI_Comm_free(&living);
    MPI_Comm_free(&half);
    MPI_Comm_free(&twin);
    return finish();
}
