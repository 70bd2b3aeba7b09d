// Every rank waits for a message of the next one: a deadlock, reported with who waits for whom.
// ranks: 2 3 16
// exit: 3
// stderr: deadlock: [0-9]+ of [0-9]+ ranks
// stderr: rank 0 waits in MPI_Recv.*rank 1
// stderr: rank 1 waits in MPI_Recv
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
