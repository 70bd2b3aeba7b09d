/* right:  a rank waits for a word that is put, by ordinary loads with MPI_Win_sync in between, and loads then what was
           put before (MPI-5.0 12.7)
   ranks:  2 */
#include <mpi.h>
#include <unistd.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        usleep(100000);
        MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
    } else {
        while (memory[0] == 0) MPI_Win_sync(window);
        CHECK(memory[4] == 1);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
