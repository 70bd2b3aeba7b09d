/* fault:  a fence while a target is locked (MPI-5.0 12.5.1, 12.5.3)
   expect: MPI_Win_fence & lock|epoch|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
    RIGHT(MPI_Win_unlock(1 - rank, window);)
    MPI_Win_fence(0, window);
    WRONG(MPI_Win_unlock(1 - rank, window);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
