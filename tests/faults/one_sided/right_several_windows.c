/* right:  epochs of several windows at once, of different kinds; the memory of two windows overlaps, and one of them is
           not used meanwhile (MPI-5.0 12.2.1, 12.5)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 3, other;
    _Alignas(16) int memory[4] = {0};
    MPI_Group world, group;
    MPI_Win windows[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    for (int k = 0; k < 2; ++k)
        MPI_Win_create(memory + 2 * k, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[k]);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &windows[2]);
    MPI_Win_post(group, 0, windows[0]);
    MPI_Win_start(group, 0, windows[0]);
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, windows[1]);
    MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, windows[0]);
    MPI_Put(&value, 1, MPI_INT, other, 1, 1, MPI_INT, windows[1]);
    MPI_Win_unlock(other, windows[1]);
    MPI_Win_complete(windows[0]);
    MPI_Win_wait(windows[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory[0] == 3);
    for (int k = 0; k < 3; ++k) MPI_Win_free(&windows[k]);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
