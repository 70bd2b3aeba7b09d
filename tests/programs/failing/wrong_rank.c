// A message to a rank that doesn't exist.
// ranks: 1 3
// exit: nonzero
// stderr: rank 0: MPI_Send: dest = 99: .*MPI_ERR_RANK
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
