/* right:  exclusive locks of one part order puts at another, and loads of a rank that has locked its own part
           (MPI-5.0 12.5.3, 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, turn = 0;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    for (int round = 0; round < 20; ++round) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        if (rank == 0) turn = memory[0];
        if (rank != 0) MPI_Get(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        if (rank != 0) MPI_Win_flush(0, window);
        ++turn;
        if (rank == 0) memory[0] = turn;
        if (rank != 0) MPI_Put(&turn, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&turn, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
        MPI_Win_unlock(1, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(rank != 0 || memory[0] == 60);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
