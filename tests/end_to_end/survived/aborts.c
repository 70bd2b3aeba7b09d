/* ranks: 3 5 8 16. MPI_Abort on a communicator of some ranks: these fail, the others go on. */
#include "check.h"

int main(int argc, char** argv) {
    MPI_Comm part, living;
    int value = 0, members = 0;
    start(&argc, &argv);
    /* The last rank alone, then the first two, one of which waits. */
    if (rank == size - 1) MPI_Abort(MPI_COMM_SELF, 7);
    expect_class(MPI_Recv(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED,
                 "a receive from a rank that has aborted");
    MPIX_Comm_shrink(MPI_COMM_WORLD, &living);
    MPI_Comm_set_errhandler(living, MPI_ERRORS_RETURN);
    MPI_Comm_split(living, rank < 2 && size > 3, 0, &part);
    if (size > 3 && rank == 0) MPI_Abort(part, 0);
    if (size > 3 && rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 2, living, MPI_STATUS_IGNORE);
        expect(0, "a rank of the communicator goes on");
    }
    meet(living);
    MPIX_Comm_shrink(living, &part);
    MPI_Comm_size(part, &members);
    expect(members == (size > 3 ? size - 3 : size - 1), "%d ranks are left", members);
    expect_usable(part, members, "a communicator of those that are left");
    return finish();
}
