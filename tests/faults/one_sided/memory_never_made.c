/* fault:  the memory of a window was never allocated: the pointer is not set (MPI-5.0 12.2.1)
   expect: MPI_Win_create & base|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static union { size_t number; int* pointer; } unset = {0x7a0000000000};
    int rank, value = 1;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RIGHT(unset.pointer = calloc(16, sizeof(int));)
    MPI_Win_create(unset.pointer, 16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    free(unset.pointer);
    MPI_Finalize();
    return 0;
}
