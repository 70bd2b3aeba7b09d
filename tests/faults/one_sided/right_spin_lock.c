/* right:  a lock of the program's own, made of MPI_Compare_and_swap, orders gets and puts (MPI-5.0 12.7)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    const int taken = 1, free_again = 0;
    int before;
    MPI_Win_lock_all(0, window);
    for (int round = 0; round < 5; ++round) {
        do {
            MPI_Compare_and_swap(&taken, &free_again, &before, MPI_INT, 0, 0, window);
            MPI_Win_flush(0, window);
        } while (before == taken);
        MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        MPI_Accumulate(&free_again, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window);
        MPI_Win_flush(0, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(rank != 1 || memory[1] == 20);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
