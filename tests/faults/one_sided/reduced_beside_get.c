/* fault:  a reduction has its result in the part of a window that another rank gets in the same epoch (MPI-5.0 12.7)
   expect: MPI_Get|MPI_Allreduce & conflict|RMA_CONFLICT|same memory
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
    if (rank == 1) MPI_Get(&other, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    RIGHT(MPI_Win_fence(0, window);)
    MPI_Allreduce(&value, memory, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    WRONG(MPI_Win_fence(0, window);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
