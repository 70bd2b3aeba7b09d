/* ranks: 3 5 8. Two halves meet at a port, and a rank of one fails: the other learns of it, and both shrink. A port whose
   owner has failed can't be connected to. The library of this program alone starts no ranks. */
#include "check.h"

int main(int argc, char** argv) {
    MPI_Comm half, inter = MPI_COMM_NULL, next = MPI_COMM_NULL, again = MPI_COMM_NULL;
    char port[MPI_MAX_PORT_NAME];
    int others;
    start(&argc, &argv);
    const int lower = size / 2, is_upper = rank >= lower;
    MPI_Comm_split(MPI_COMM_WORLD, is_upper, rank, &half);
    if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    expect_class(is_upper ? MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter)
                          : MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter),
                 MPI_SUCCESS, is_upper ? "MPI_Comm_connect" : "MPI_Comm_accept");
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    expect_class(MPI_Barrier(inter), MPI_SUCCESS, "MPI_Barrier before the failure");
    meet(MPI_COMM_WORLD);
    if (rank == size - 1) die();
    expect(is_of_failure(MPI_Barrier(inter)) || is_upper, "no error after the failure");
    MPIX_Comm_revoke(inter);
    expect_class(MPIX_Comm_shrink(inter, &next), MPI_SUCCESS, "MPIX_Comm_shrink");
    MPI_Comm_remote_size(next, &others);
    expect(others == (is_upper ? lower : size - lower - 1), "%d ranks at the other side", others);
    expect_class(MPI_Barrier(next), MPI_SUCCESS, "MPI_Barrier of those that are left");
    MPI_Comm_free(&next);
    MPI_Comm_disconnect(&inter);

    if (rank == 0) die();
    await_failures(MPI_COMM_WORLD, 2);
    expect(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &again) != MPI_SUCCESS,
           "MPI_Comm_connect to a rank that has failed");
    return finish();
}
