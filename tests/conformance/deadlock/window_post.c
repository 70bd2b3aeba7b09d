// An access epoch without the exposure that it waits for (MPI-5.0 section 12.5.2).
// ranks: 2
// exit: 3
// oracle: no
// stderr: rank 0 waits in MPI_Win_start until rank 1 exposes its part of the window \(MPI_Win_post\)
// stderr: rank 1 waits in MPI_Recv for a message from rank 0
#include "../common/windows.h"

int main(int argc, char** argv) {
    int memory[1], other = 1, value = -1;
    begin(&argc, &argv);
    MPI_Win win = window_over(memory, 1);
    if (rank == 0) {
        MPI_Group all, group;
        MPI_Win_get_group(win, &all);
        MPI_Group_incl(all, 1, &other, &group);
        MPI_Win_start(group, 0, win);
        MPI_Win_complete(win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return end_of_windows("window post");
}
