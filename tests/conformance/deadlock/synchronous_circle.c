// Synchronous sends around a ring that nobody receives: a circle of all ranks.
// ranks: 2 3 8
// exit: 3
// oracle: no
// stderr: deadlock
// stderr: wait in a cycle
// stderr: rank 0 waits in MPI_Ssend.*rank 1.*tag 44
#include "../common/frame.h"

int main(int argc, char** argv) {
    int value = 1;
    begin(&argc, &argv);
    MPI_Ssend(&value, 1, MPI_INT, right_of(rank), 44, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, left_of(rank), 44, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return finish("not reached");
}
