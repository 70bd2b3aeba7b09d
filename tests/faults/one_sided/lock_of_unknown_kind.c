/* fault:  a lock that is neither shared nor exclusive (MPI-5.0 12.5.3)
   expect: MPI_Win_lock & lock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock(MPI_LOCK_SHARED WRONG(+ 4711), 0, 0, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
