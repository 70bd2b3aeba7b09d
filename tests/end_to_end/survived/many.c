/* ranks: 64 16 8 */
/* Sums of all ranks with failures at random: many [SEED]. Who sees an error revokes, all make
   a new communicator of the living and do the step again, until 4 are left. */
#include "check.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    unsigned own = seed * 7919 + (unsigned)rank * 104729;
    MPI_Comm comm;
    int members = size, least = size < 4 ? size : 4, retries = 0, steps = 0;
    next_random(&own);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    meet(comm);
    while (members > least && steps < 2000) {
        int me, value, sum = -1, error, is_right;
        MPI_Comm_rank(comm, &me);
        /* The first ones stay. Three in a hundred fail, before the call or while others wait. */
        if (me >= least && next_random(&own) % 100 < 3) {
            if (next_random(&own) % 2 == 0) pass_time();
            die();
        }
        value = me + 1;
        error = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
        if (error == MPI_SUCCESS)
            expect(sum == members * (members + 1) / 2, "seed %u, step %d: sum of %d is %d", seed, steps,
                   members, sum);
        else
            expect(class_of(error) == MPIX_ERR_PROC_FAILED || class_of(error) == MPIX_ERR_REVOKED,
                   "seed %u, step %d: %s", seed, steps, name_of(class_of(error)));
        if (error != MPI_SUCCESS) MPIX_Comm_revoke(comm);
        /* Whether all have got it: the flag is the same at all of them, with and without an error. */
        is_right = error == MPI_SUCCESS;
        error = MPIX_Comm_agree(comm, &is_right);
        if (is_right && error == MPI_SUCCESS) {
            ++steps;
            continue;
        }
        MPIX_Comm_revoke(comm);
        MPI_Comm next = shrunk(comm);
        MPI_Comm_free(&comm);
        comm = next;
        MPI_Comm_size(comm, &members);
        if (is_right) ++steps;
        ++retries;
    }
    int shared[2] = {steps, -steps}, greatest[2];
    if (MPI_Allreduce(shared, greatest, 2, MPI_INT, MPI_MAX, comm) == MPI_SUCCESS)
        expect(greatest[0] == -greatest[1], "seed %u: %d to %d steps", seed, -greatest[1], greatest[0]);
    expect(members <= least, "seed %u: %d are left after %d steps and %d retries", seed, members, steps,
           retries);
    MPI_Comm_free(&comm);
    return finish();
}
