/* right:  memory of windows from the middle of a block, without any bytes, that grows, and that comes and goes beside the
           window's (MPI-5.0 12.2.1)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    void* others[64];
    MPI_Win windows[3];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int* memory = calloc(16, sizeof *memory);
    MPI_Win_create(memory, 16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]);
    MPI_Win_create(memory + 12, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[1]);
    MPI_Win_create(rank == 0 ? NULL : memory, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[2]);
    for (int window = 0; window < 2; ++window) {
        for (int other = 0; other < 64; ++other) others[other] = malloc(64);
        MPI_Win_fence(0, windows[window]);
        MPI_Put(&value, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, windows[window]);
        MPI_Win_fence(0, windows[window]);
        for (int other = 0; other < 64; ++other) free(others[other]);
        MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, windows[window]);
        MPI_Put(&value, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, windows[window]);
        MPI_Win_unlock(1 - rank, windows[window]);
        MPI_Win_free(&windows[window]);
    }
    free(memory);
    MPI_Win_fence(0, windows[2]);
    MPI_Win_fence(0, windows[2]);
    MPI_Win_free(&windows[2]);
    MPI_Finalize();
    return 0;
}
