/* fault:  a lock of a window whose hint promises that there are none (MPI-5.0 12.2.1)
   expect: MPI_Win_lock & no_locks|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    _Alignas(16) int memory = 0;
    MPI_Info info;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    WRONG(MPI_Info_set(info, "no_locks", "true");)
    RIGHT(MPI_Info_set(info, "no_locks", "false");)
    MPI_Win_create(&memory, sizeof memory, sizeof memory, info, MPI_COMM_WORLD, &window);
    MPI_Info_free(&info);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
    MPI_Win_unlock(1 - rank, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
