// A collective that one rank doesn't take part in: a deadlock.
// ranks: 2 5
// exit: 3
// stderr: deadlock
// stderr: waits in MPI_Barrier
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    if (rank == size - 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
