/* right:  ranks wait in their memory for a word that others change, by atomic and volatile loads, and load then
           what was put before (MPI-5.0 12.7)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    for (int word = 4; word < 6; ++word) {
        MPI_Put(&value, 1, MPI_INT, 1 - rank, word - 4, 1, MPI_INT, window);
        MPI_Win_flush(1 - rank, window);
        MPI_Accumulate(&value, 1, MPI_INT, 1 - rank, word, 1, MPI_INT, MPI_REPLACE, window);
        MPI_Win_flush(1 - rank, window);
        if (word == 4)
            while (__atomic_load_n(&memory[word], __ATOMIC_ACQUIRE) == 0) MPI_Win_flush(rank, window);
        else
            while (*(volatile int*)&memory[word] == 0) MPI_Win_sync(window);
        CHECK(memory[word - 4] == 1);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
