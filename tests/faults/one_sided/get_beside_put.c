/* fault:  a rank gets in the same epoch what another one puts there (MPI-5.0 12.7)
   expect: MPI_Put|MPI_Get & conflict|RMA_CONFLICT|overlap|race|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    RIGHT(MPI_Win_fence(0, window);)
    if (rank == 2) MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
