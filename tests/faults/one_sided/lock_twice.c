/* fault:  a target is locked twice by the same rank (MPI-5.0 12.5.3)
   expect: MPI_Win_lock & lock|epoch|RMA_SYNC|synchron
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
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Win_lock(MPI_LOCK_SHARED, WRONG(0) RIGHT(1), 0, window);
    MPI_Win_unlock(0, window);
    MPI_Win_unlock(WRONG(0) RIGHT(1), window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
