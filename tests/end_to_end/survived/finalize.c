/* MPI_Finalize with ranks that have failed before and that fail meanwhile, which none has noticed: with the
   default error handler, and an attribute of MPI_COMM_SELF that is deleted. */
#include "check.h"

static int deletions;

static int drop(MPI_Comm comm, int key, void* value, void* extra) {
    int flag;
    (void)comm, (void)key, (void)value, (void)extra;
    ++deletions;
    MPIX_Comm_is_revoked(MPI_COMM_SELF, &flag);
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    int key;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    if (rank == size - 1) die();
    if (rank == 1) {
        pass_time();
        die();
    }
    const int error = MPI_Finalize();
    expect_class(error, MPI_SUCCESS, "MPI_Finalize");
    expect(deletions == 1, "the attribute of MPI_COMM_SELF was deleted %d times", deletions);
    int flag = 0;
    MPI_Finalized(&flag);
    expect(flag, "not finalized");
    return mistakes != 0;
}
