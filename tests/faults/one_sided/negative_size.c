/* fault:  a window of negative size (MPI-5.0 12.2.1)
   expect: MPI_Win_create & size
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    _Alignas(16) int memory[4];
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Win_create(memory, WRONG(-)16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
