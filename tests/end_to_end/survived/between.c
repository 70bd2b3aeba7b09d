/* Ranks fail at random between agreements and shrinkings, and while others wait in them:
   between [SEED [SEEDS]]. All living ranks get the same results. */
#include "check.h"

enum { calls = 40 };

/* Everything that the members have got is the same. */
static void expect_same(MPI_Comm comm, unsigned got, unsigned seed, int at) {
    unsigned least = got, most = got;
    const int error = MPI_Allreduce(&got, &least, 1, MPI_UNSIGNED, MPI_MIN, comm),
              next = MPI_Allreduce(&got, &most, 1, MPI_UNSIGNED, MPI_MAX, comm);
    if (error == MPI_SUCCESS && next == MPI_SUCCESS)
        expect(least == most, "seed %u, call %d: results differ, %x to %x", seed, at, least, most);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    unsigned common = seed, own = seed * 31 + (unsigned)rank;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    meet(comm);
    /* Rank 0 stays. */
    const int last = rank == 0 ? calls : (int)(next_random(&own) % (2 * calls)), is_late = rank % 2;
    for (int at = 0; at < calls; ++at) {
        MPI_Comm next = MPI_COMM_NULL;
        int members, before, flag = (int)(next_random(&own) | 0xff), error;
        unsigned result;
        if (at == last) {
            if (is_late) pass_time();
            die();
        }
        MPI_Comm_size(comm, &before);
        if (next_random(&common) % 2 == 0) {
            /* Nobody acknowledges: errors are the same, too. */
            error = MPIX_Comm_agree(comm, &flag);
            expect(error == MPI_SUCCESS || class_of(error) == MPIX_ERR_PROC_FAILED, "seed %u, call %d: %s",
                   seed, at, name_of(class_of(error)));
            expect((flag & 0xff) == 0xff, "seed %u, call %d: flag %x", seed, at, (unsigned)flag);
            result = (unsigned)flag * 2 + (error != MPI_SUCCESS);
            next = shrunk(comm);
        } else {
            next = shrunk(comm);
            MPI_Comm_size(next, &members);
            result = (unsigned)members;
        }
        MPI_Comm_size(next, &members);
        expect(members >= 1 && members <= before, "seed %u, call %d: %d of %d members", seed, at, members,
               before);
        MPI_Comm_free(&comm);
        comm = next;
        expect_same(comm, result, seed, at);
    }
    MPI_Comm_free(&comm);
    return finish();
}
