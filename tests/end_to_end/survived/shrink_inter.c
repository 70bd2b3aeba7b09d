/* ranks: 3 5 8 16 */
/* An intercommunicator with a failed rank: errors, agreement, and its shrinking. */
#include "check.h"

/* A message between the first ones of both sides, and a sum of the other side at all. */
static void exchange(MPI_Comm inter, int side) {
    int me, members, others, value;
    MPI_Comm_rank(inter, &me);
    MPI_Comm_size(inter, &members);
    MPI_Comm_remote_size(inter, &others);
    if (me == 0) {
        value = side;
        expect_class(MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, 1, 0, 1, inter, MPI_STATUS_IGNORE),
                     MPI_SUCCESS, "MPI_Sendrecv_replace");
        expect(value == 1 - side, "value %d of the other side", value);
    }
    int sum = -1;
    value = 1;
    expect_class(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter), MPI_SUCCESS, "MPI_Allreduce");
    expect(sum == others, "sum of the other side is %d instead of %d", sum, others);
}

int main(int argc, char** argv) {
    MPI_Comm half, inter, next;
    int members, others, flag, value;
    start(&argc, &argv);
    const int side = rank < size / 2 ? 0 : 1, lower = size / 2, upper = size - lower, dead = size - 1;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side == 0 ? lower : 0, 3, &inter);
    exchange(inter, side);
    /* Each side gets the AND of the other side's flags. */
    flag = side == 0 ? 6 : 3;
    expect_class(MPIX_Comm_agree(inter, &flag), MPI_SUCCESS, "MPIX_Comm_agree");
    expect(flag == (side == 0 ? 3 : 6), "MPIX_Comm_agree: flag %d of the other side", flag);

    if (rank == dead) {
        pass_time();
        die();
    }
    if (side == 0) {
        expect_class(MPI_Recv(&value, 1, MPI_INT, upper - 1, 4, inter, MPI_STATUS_IGNORE),
                     MPIX_ERR_PROC_FAILED, "MPI_Recv from a failed rank of the other side");
        expect_class(MPI_Barrier(inter), MPIX_ERR_PROC_FAILED, "MPI_Barrier of the side without a failure");
    } else {
        const int error = MPI_Barrier(inter);
        expect(error == MPI_SUCCESS || class_of(error) == MPIX_ERR_PROC_FAILED, "MPI_Barrier: %s",
               name_of(class_of(error)));
    }
    await_failures(inter, 1);
    flag = 1;
    expect_class(MPIX_Comm_agree(inter, &flag), MPIX_ERR_PROC_FAILED, "MPIX_Comm_agree with a failure");
    MPIX_Comm_failure_ack(inter);
    flag = 1;
    expect_class(MPIX_Comm_agree(inter, &flag), MPI_SUCCESS, "MPIX_Comm_agree after ack");
    MPIX_Comm_revoke(inter);
    MPIX_Comm_is_revoked(inter, &flag);
    expect(flag, "not revoked");
    expect_class(MPIX_Comm_shrink(inter, &next), MPI_SUCCESS, "MPIX_Comm_shrink");
    MPI_Comm_test_inter(next, &flag);
    expect(flag, "no intercommunicator");
    MPI_Comm_size(next, &members);
    MPI_Comm_remote_size(next, &others);
    expect(members == (side == 0 ? lower : upper - 1), "%d members", members);
    expect(others == (side == 0 ? upper - 1 : lower), "%d members of the other side", others);
    exchange(next, side);
    MPI_Comm_free(&next);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    return finish();
}
