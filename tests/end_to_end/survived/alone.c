/* What one rank does on MPI_COMM_SELF is its own affair: agreement, revocation, shrinking. And a communicator of a group
   with a member that has failed: an error of the communicator's own handler, or success. */
#include "check.h"

int main(int argc, char** argv) {
    MPI_Comm own, made = MPI_COMM_NULL;
    MPI_Group world;
    int flag, revoked;
    start(&argc, &argv);
    const int last = size - 1;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int turn = 0; turn < 10; ++turn) {
        flag = rank + turn;
        expect_class(MPIX_Comm_agree(MPI_COMM_SELF, &flag), MPI_SUCCESS, "MPIX_Comm_agree of MPI_COMM_SELF");
        expect(flag == rank + turn, "flag %d of MPI_COMM_SELF, not %d", flag, rank + turn);
        expect_class(MPIX_Comm_shrink(MPI_COMM_SELF, &own), MPI_SUCCESS, "MPIX_Comm_shrink of MPI_COMM_SELF");
        MPI_Comm_free(&own);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) MPIX_Comm_revoke(MPI_COMM_SELF);
    MPI_Barrier(MPI_COMM_WORLD);
    MPIX_Comm_is_revoked(MPI_COMM_SELF, &revoked);
    expect(revoked == (rank == last), "MPI_COMM_SELF is revoked: %d", revoked);
    expect_class(MPI_Barrier(MPI_COMM_SELF), rank == last ? MPIX_ERR_REVOKED : MPI_SUCCESS,
                 "MPI_Barrier of MPI_COMM_SELF");
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) die();
    await_failures(MPI_COMM_WORLD, 1);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int error = MPI_Comm_create_group(MPI_COMM_WORLD, world, 3, &made);
    if (error != MPI_SUCCESS) expect_class(error, MPIX_ERR_PROC_FAILED, "MPI_Comm_create_group");
    MPI_Group_free(&world);
    return finish();
}
