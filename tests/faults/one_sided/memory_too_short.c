/* fault:  a window is longer than the memory that was allocated for it (MPI-5.0 12.2.1)
   expect: MPI_Win_create & base|bytes
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int* memory = calloc(WRONG(16) RIGHT(64), 1);
    MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    free(memory);
    MPI_Finalize();
    return 0;
}
