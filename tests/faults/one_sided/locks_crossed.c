/* fault:  two ranks lock each other's and then their own part exclusively, in opposite order (MPI-5.0 12.5.3)
   expect: deadlock & MPI_Win_lock|MPI_Win_flush
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    int first = WRONG(rank) RIGHT(0);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, first, 0, window);
    MPI_Put(&value, 1, MPI_INT, first, 0, 1, MPI_INT, window);
    MPI_Win_flush(first, window);
    WRONG(MPI_Barrier(MPI_COMM_WORLD);) /* the order that makes it certain */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - first, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - first, 0, 1, MPI_INT, window);
    MPI_Win_flush(1 - first, window);
    MPI_Win_unlock(1 - first, window);
    MPI_Win_unlock(first, window);
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
