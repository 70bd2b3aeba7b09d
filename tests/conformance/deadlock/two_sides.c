// Waiting in an intercommunicator: reports say how many ranks its groups have, the waiting rank's own first.
// ranks: 3
// exit: 3
// oracle: no
// stderr: rank 0 waits in MPI_Ssend for rank 1 .* with tag 5 of 4 bytes in an intercommunicator of 1 and 2;
// stderr: rank 1 waits in MPI_Recv for a message from rank 0 with tag 6 in an intercommunicator of 2 and 1, up to 4 bytes;
// stderr: rank 2 waits in MPI_Probe for a message from rank 0 with tag 6 in between;
#include "../common/frame.h"

int main(int argc, char** argv) {
    int value = 1;
    MPI_Comm local, between;
    begin(&argc, &argv);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 4, &between);
    if (rank == 2) MPI_Comm_set_name(between, "between");
    if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 0, 5, between);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 6, between, MPI_STATUS_IGNORE);
    if (rank == 2) MPI_Probe(0, 6, between, MPI_STATUS_IGNORE);
    return finish("not reached");
}
