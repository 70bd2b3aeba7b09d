/* right:  ranks put into the same place one after the other under shared locks, ordered by a barrier, a nonblocking one,
           a reduction, or a barrier of another communicator (MPI-5.0 12.7)
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
    MPI_Comm other;
    MPI_Request request;
    int sum;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, window);
    for (int turn = 0; turn < 24; ++turn) {
        if (rank == turn % 3) {
            MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_flush(0, window);
        }
        if (turn % 4 == 0) MPI_Barrier(MPI_COMM_WORLD);
        if (turn % 4 == 1) MPI_Ibarrier(MPI_COMM_WORLD, &request);
        if (turn % 4 == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (turn % 4 == 2) MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (turn % 4 == 3) MPI_Barrier(other);
    }
    MPI_Win_unlock_all(window);
    MPI_Comm_free(&other);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
