/* MPIX_Comm_shrink again and again, until one rank is left: the living in their order. */
#include "check.h"

static void expect_living(MPI_Comm comm, int first, int last) {
    int me, members;
    int* const ranks = malloc((size_t)size * sizeof(int));
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &members);
    expect(members == last - first, "%d members instead of %d", members, last - first);
    expect(me == rank - first, "rank %d instead of %d", me, rank - first);
    expect_class(MPI_Allgather(&rank, 1, MPI_INT, ranks, 1, MPI_INT, comm), MPI_SUCCESS, "MPI_Allgather");
    for (int member = 0; member < members; ++member)
        expect(ranks[member] == first + member, "member %d is %d", member, ranks[member]);
    free(ranks);
}

int main(int argc, char** argv) {
    MPI_Comm comm, twin;
    MPI_Errhandler handler;
    start(&argc, &argv);
    int first = 0, last = size;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    while (last - first > 1) {
        MPI_Comm next;
        meet(comm);
        if (rank == ((last - first) % 2 == 0 ? last - 1 : first)) {
            if ((last - first) % 3 == 0) pass_time();
            die();
        }
        if ((last - first) % 2 == 0)
            --last;
        else
            ++first;
        next = shrunk(comm);
        MPI_Comm_free(&comm);
        comm = next;
        MPI_Comm_get_errhandler(comm, &handler);
        expect(handler == MPI_ERRORS_RETURN, "the error handler is not that of the parent");
        expect_living(comm, first, last);
        MPI_Comm_dup(comm, &twin);
        expect_living(twin, first, last);
        MPI_Comm_free(&twin);
        /* From all that ever were. */
        next = shrunk(MPI_COMM_WORLD);
        expect_living(next, first, last);
        MPI_Comm_free(&next);
    }
    MPI_Comm_free(&comm);
    return finish();
}
