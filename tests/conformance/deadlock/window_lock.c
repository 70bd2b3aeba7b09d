// The lock of a window that is never given back: its holder waits for those who wait for it (MPI-5.0 section
// 12.5.3).
// ranks: 3
// exit: 3
// oracle: no
// stderr: rank 0 waits in MPI_Win_lock until rank 2 releases the lock of the window's memory at rank 1 of the window
// stderr: rank 2 waits in MPI_Recv for a message from rank 0
// stderr: 2 of 3 wait in a cycle: 0 -> 2 -> 0
#include "../common/windows.h"

int main(int argc, char** argv) {
    int memory[1], value = -1;
    begin(&argc, &argv);
    MPI_Win win = window_over(memory, 1);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // sent below, behind the lock
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    return end_of_windows("window lock");
}
