/* right:  messages and collectives with memory of a window, beside operations elsewhere in the epoch, and ordered with
           others by what the messages tell (MPI-5.0 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, sum = 0;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    const int next = (rank + 1) % 3, last = (rank + 2) % 3;
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    MPI_Put(memory + 4, 1, MPI_INT, next, 1, 1, MPI_INT, window); /* others leave memory + 2 and behind alone */
    MPI_Get(memory + 5, 1, MPI_INT, next, 2, 1, MPI_INT, window);
    MPI_Irecv(memory + 3, 1, MPI_INT, last, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(memory + 3, memory + 6, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    CHECK(memory[0] == 1 && memory[6] == 3);
    /* Whoever has the data may change where they came from. */
    MPI_Win_lock_all(0, window);
    if (rank == 0) MPI_Send(memory, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        value = 7;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Recv(memory + 7, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(memory, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == 7);
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_flush(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(memory, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    MPI_Reduce(memory, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(rank, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
