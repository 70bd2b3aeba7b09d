// Waiting in communicators of the program's own: reports name them, and ranks as MPI_COMM_WORLD has them.
// ranks: 4
// exit: 3
// oracle: no
// stderr: rank 0 waits in MPI_Ssend for rank 2 to receive its message with tag 5 of 4 bytes in halves;
// stderr: rank 2 waits in MPI_Recv for a message from rank 0 with tag 6 in halves, up to 4 bytes;
// stderr: rank 1 waits in MPI_Ssend for rank 3 .* with tag 5 of 4 bytes in a communicator of 2;
// stderr: rank 3 waits in MPI_Probe for a message from rank 1 with tag 6 in a communicator of 2;
// stderr: 2 of 4 wait in a cycle: 0 -> 2 -> 0
#include "../common/frame.h"

int main(int argc, char** argv) {
    int value = 1, other;
    MPI_Comm half;
    begin(&argc, &argv);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &other);
    other = 1 - other;
    if (rank % 2 == 0) MPI_Comm_set_name(half, "halves");
    if (rank < 2) MPI_Ssend(&value, 1, MPI_INT, other, 5, half);
    if (rank == 3) MPI_Probe(other, 6, half, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, other, 6, half, MPI_STATUS_IGNORE);
    return finish("not reached");
}
