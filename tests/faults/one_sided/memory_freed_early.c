/* fault:  a rank frees the memory of its part, and another puts there before the window is freed (MPI-5.0 12.2.5)
   expect: MPI_Put|MPI_Win_fence & freed|base|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int* memory = calloc(16, sizeof *memory);
    MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    WRONG(free(memory);)
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    RIGHT(free(memory);)
    MPI_Finalize();
    return 0;
}
