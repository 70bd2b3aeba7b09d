/* fault:  two gets of one epoch have the same result buffer (MPI-5.0 12.3.2)
   expect: MPI_Get & buffer|overlap|conflict|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2];
    _Alignas(16) int memory[2] = {1, 2};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    for (int k = 0; k < 2; ++k) MPI_Get(&values[RIGHT(k) WRONG(0)], 1, MPI_INT, 1 - rank, k, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
