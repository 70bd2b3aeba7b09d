/* Partitioned and neighbourhood operations with a rank that fails: before its partner starts, while the partner waits,
   and after some of the parts are there. */
#include "check.h"

enum { parts = 4 };

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int last = size - 1;
    int out[parts] = {1, 2, 3, 4}, in[parts] = {0}, error;
    MPI_Request send, receive;
    MPI_Comm line;
    const int periodic = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
    MPI_Comm_set_errhandler(line, MPI_ERRORS_RETURN);
    /* All send to the last rank and receive from it; the last one from rank 0 and to it. */
    const int partner = rank == last ? 0 : last;
    MPI_Psend_init(out, parts, 1, MPI_INT, partner, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in, parts, 1, MPI_INT, partner, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    if (rank == 0 || rank == last) {
        MPI_Start(&send);
        MPI_Start(&receive);
        for (int part = 0; part < parts; ++part) MPI_Pready(part, send);
        expect_class(MPI_Wait(&receive, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait before the failure");
        expect_class(MPI_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS, "MPI_Wait before the failure");
        expect(in[0] == 1 && in[parts - 1] == 4, "what was received");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) {
        /* Rank 0 gets one of the parts. */
        MPI_Start(&send);
        MPI_Pready(1, send);
        die();
    }
    error = MPI_Start(&receive);
    if (error == MPI_SUCCESS) error = MPI_Wait(&receive, MPI_STATUS_IGNORE);
    expect(is_of_failure(error), "a partitioned receive from a failed rank: %s", name_of(class_of(error)));
    error = MPI_Start(&send);
    for (int part = 0; part < parts && error == MPI_SUCCESS; ++part) error = MPI_Pready(part, send);
    if (error == MPI_SUCCESS) error = MPI_Wait(&send, MPI_STATUS_IGNORE);
    expect(is_of_failure(error), "a partitioned send to a failed rank: %s", name_of(class_of(error)));

    int mine = rank, theirs[2] = {-1, -1};
    error = MPI_Neighbor_allgather(&mine, 1, MPI_INT, theirs, 1, MPI_INT, line);
    if (rank == 0 || rank == last - 1)
        expect(is_of_failure(error), "a neighbourhood operation with a failed neighbour: %s", name_of(class_of(error)));
    else
        expect(is_of_failure(error) || (theirs[0] == rank - 1 && theirs[1] == rank + 1), "wrong neighbours");
    meet(MPI_COMM_WORLD);
    return finish();
}
