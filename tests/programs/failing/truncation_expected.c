// A large message longer than the immediate receive that was posted before it.
// ranks: 2
// exit: nonzero
// stderr: MPI_ERR_TRUNCATE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    static int values[100000];
    MPI_Request request;
    MPI_Irecv(values, 99999, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(values, 100000, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
