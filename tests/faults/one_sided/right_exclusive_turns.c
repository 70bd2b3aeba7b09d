/* right:  ranks get and put one place by turns, each with an exclusive lock; then a chain of MPI_Win_start and
           MPI_Win_complete to it (MPI-5.0 12.5.2, 12.5.3)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, zero = 0, mine;
    _Alignas(16) int memory = 0;
    MPI_Group world, group;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Get(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_flush(0, window);
    ++mine;
    MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int turn = 1; turn < 3; ++turn) {
        MPI_Group_incl(world, 1, rank == 0 ? &turn : &zero, &group);
        if (rank == 0) MPI_Win_post(group, 0, window);
        if (rank == turn) {
            MPI_Win_start(group, 0, window);
            MPI_Put(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_complete(window);
        }
        if (rank == 0) MPI_Win_wait(window);
        if (rank == 0) CHECK(memory == turn);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&world);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
