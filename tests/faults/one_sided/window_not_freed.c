/* fault:  a window is not freed (MPI-5.0 12.2.5)
   expect: MPI_Win|window & not freed|still allocated|leak|left|never
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int* memory;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_fence(0, window);
    MPI_Win_fence(0, window);
    RIGHT(MPI_Win_free(&window);)
    MPI_Finalize();
    return 0;
}
