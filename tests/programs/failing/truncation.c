// A message longer than the receive: both sides are named.
// ranks: 1 2
// exit: nonzero
// stderr: rank [01]: MPI_Recv: rank [01] sent 40 bytes with tag 4, .* 20 .*MPI_ERR_TRUNCATE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    int values[10] = {0};
    MPI_Request request;
    MPI_Isend(values, 10, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD, &request);
    MPI_Recv(values, 5, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
