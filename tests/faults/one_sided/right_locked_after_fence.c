/* right:  locks after a fence that no operation of its epoch has followed, at parts that others don't access by fences, and
           before the next fence (MPI-5.0 12.5.1, 12.5.3)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    MPI_Win_lock_all(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 4 + rank, 1, MPI_INT, window);
    MPI_Win_unlock_all(window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % 3, 0, window);
    MPI_Win_unlock((rank + 1) % 3, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
