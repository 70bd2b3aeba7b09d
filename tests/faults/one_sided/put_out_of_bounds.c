/* fault:  a put behind the end of the window: displacements in bytes, where the unit is an integer (MPI-5.0 12.2.1)
   expect: MPI_Put & RMA_RANGE|range|bound|window|disp
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 3 WRONG(* sizeof(int)), 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
