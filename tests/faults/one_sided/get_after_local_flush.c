/* fault:  a rank gets back what it has put, after MPI_Win_flush_local_all, which does not complete the put at its target
           (MPI-5.0 12.5.4, 12.7)
   expect: MPI_Get & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, back = 0;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    WRONG(MPI_Win_flush_local_all(window);)
    RIGHT(MPI_Win_flush_all(window);)
    MPI_Get(&back, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
