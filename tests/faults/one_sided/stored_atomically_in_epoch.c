/* fault:  an atomic update of the rank's own part in an epoch of fences that puts to the same place (MPI-5.0 12.7)
   expect: same memory|RMA_CONFLICT & MPI_Put|store
   sees:   none
   ranks:  2 */
#include <mpi.h>
#include <stdatomic.h>
#include "../faults.h"

int main(void) {
    int rank, value = 7;
    static _Alignas(16) _Atomic int memory[4];
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
    if (rank == 1) atomic_fetch_add(&memory[WRONG(1) RIGHT(2)], 1);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
