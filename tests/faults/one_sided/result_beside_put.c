/* fault:  a get brings its result to the part of a window where another rank puts in the same epoch (MPI-5.0 12.7)
   expect: MPI_Put|MPI_Get & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, other = 2;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Get(WRONG(memory + 2) RIGHT(memory + 3), 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    value += other;
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
