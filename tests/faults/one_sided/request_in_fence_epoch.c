/* fault:  MPI_Rput between fences: it is for passive target epochs (MPI-5.0 12.3.5)
   expect: MPI_Rput & epoch|RMA_SYNC|lock|passive|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Request request;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    WRONG(MPI_Win_fence(0, window);)
    RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);)
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    WRONG(MPI_Win_fence(0, window);)
    RIGHT(MPI_Win_unlock(1 - rank, window);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
