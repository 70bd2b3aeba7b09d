/* fault:  a put before the first fence: outside of an epoch (MPI-5.0 12.5, 12.5.1)
   expect: MPI_Put & epoch|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    RIGHT(MPI_Win_fence(0, window);)
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
