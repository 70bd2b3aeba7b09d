/* fault:  two ranks put into the same place, each under a shared lock, and nothing orders the two epochs; an exclusive
           lock does (MPI-5.0 12.5.3, 12.7)
   expect: MPI_Put & conflict|RMA_CONFLICT
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank != 0) {
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, window);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
