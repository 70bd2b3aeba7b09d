/* fault:  a sum is complete at its origin alone when, after a barrier, another rank puts to that place (MPI-5.0 12.5.4, 12.7)
   expect: MPI_Put & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    long value = 1;
    _Alignas(16) long memory[2] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 1) MPI_Accumulate(&value, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_SUM, window);
    WRONG(MPI_Win_flush_local(0, window);)
    RIGHT(MPI_Win_flush(0, window);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Put(&value, 1, MPI_LONG, 0, 1, 1, MPI_LONG, window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
