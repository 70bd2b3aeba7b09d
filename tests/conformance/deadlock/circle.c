// Three of eight ranks wait in a cycle, the others in MPI_Barrier: reported at once with the calls.
// ranks: 8
// exit: 3
// oracle: no
// stderr: 3 of 8 wait in a cycle
// stderr: rank 1 waits in MPI_Recv.*rank 3
// stderr: rank 3 waits in MPI_Recv.*rank 6
// stderr: rank 6 waits in MPI_Recv.*rank 1
// stderr: MPI_Barrier
#include "../common/frame.h"

int main(int argc, char** argv) {
    const int circle[3] = {1, 3, 6};
    begin(&argc, &argv);
    for (int index = 0; index < 3; ++index) {
        int value = -1;
        if (rank != circle[index]) continue;
        MPI_Recv(&value, 1, MPI_INT, circle[(index + 1) % 3], 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, circle[(index + 2) % 3], 7, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return finish("not reached");
}
