// A message to a rank that an intercommunicator's other group doesn't have: the group's ranks count, not all.
// ranks: 3
// exit: nonzero
// stderr: rank 0: MPI_Send: dest = 2: expected a rank of the communicator, 0 to 1.*MPI_ERR_RANK
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Comm local, between;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &between);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 2, 0, between);
    (void)value;
    return end("not reached");
}
