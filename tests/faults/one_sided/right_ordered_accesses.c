/* right:  accesses to one place that flushes, unlocks and barriers order (MPI-5.0 12.5.4, 12.7)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, *memory, value = 5, back = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        MPI_Get(&back, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush_local(1, window);
        CHECK(back == 5);
        MPI_Win_flush(1, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        value = 6;
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        MPI_Win_sync(window);
        CHECK(*memory == 6);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
