/* fault:  two ranks put into the same place in one epoch (MPI-5.0 12.7)
   expect: MPI_Put & conflict|RMA_CONFLICT|overlap|race|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    _Alignas(16) int memory[3] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank != 0) MPI_Put(&rank, 1, MPI_INT, 0, RIGHT(rank) WRONG(0), 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
