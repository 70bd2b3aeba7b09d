/* Several ranks fail at once: before a collective, while the others wait in it, and while they wait in the
   shrinking. */
#include "check.h"

int main(int argc, char** argv) {
    start(&argc, &argv);
    int living = size;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int way = 0; living > 1; way = (way + 1) % 3) {
        const int deaths = living > 2 ? 2 : 1, is_dying = rank >= living - deaths;
        int value = 1, sum = -1, members;
        MPI_Comm next;
        MPI_Barrier(comm);
        if (is_dying && way == 1) pass_time();
        if (is_dying && way < 2) die();
        if (way < 2) {
            expect_class(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm), MPIX_ERR_PROC_FAILED,
                         "MPI_Allreduce");
            expect_class(MPI_Barrier(comm), MPIX_ERR_PROC_FAILED, "MPI_Barrier");
        }
        if (is_dying && way == 2) {
            if (rank % 2 == 0) pass_time();
            die();
        }
        next = shrunk(comm);
        MPI_Comm_size(next, &members);
        expect(members == living - deaths, "%d members instead of %d", members, living - deaths);
        MPI_Comm_free(&comm);
        comm = next;
        living -= deaths;
        expect_usable(comm, living, "shrunk communicator");
    }
    MPI_Comm_free(&comm);
    return finish();
}
