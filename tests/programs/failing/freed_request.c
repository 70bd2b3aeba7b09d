// A request that is used again after it was completed through another copy.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Wait: request = .*not a request, or a request that was freed.*MPI_ERR_REQUEST
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request, copy;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    copy = request;
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
