/* fault:  a rank locks a part that another accesses in the epoch of fences: a window must not be locked and exposed at the
           same time (MPI-5.0 12.5.3)
   expect: MPI_Win_lock|MPI_Put & lock & exposed|fence|epoch
   sees:   library
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
    if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    RIGHT(MPI_Win_fence(0, window);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
