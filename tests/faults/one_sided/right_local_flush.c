/* right:  MPI_Win_flush_local frees origins; a result that is there was read, so its place may be put to; updates of one
           operation need no order (MPI-5.0 12.5.4, 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size;
    long value, seen = 0, last = 0;
    _Alignas(16) long memory[4] = {0, 7, 7, 0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, window);
    for (value = 1; value < 4;) { /* one variable for several operations */
        MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, window);
        MPI_Win_flush_local(0, window);
        ++value;
    }
    MPI_Get(&seen, 1, MPI_LONG, next, 1, 1, MPI_LONG, window);
    MPI_Win_flush_local(next, window);
    CHECK(seen == 7);
    MPI_Put(&seen, 1, MPI_LONG, next, 1, 1, MPI_LONG, window);
    if (rank == 1) { /* what one has read the next may write, when it is told */
        MPI_Get(&last, 1, MPI_LONG, 0, 2, 1, MPI_LONG, window);
        MPI_Win_flush_local_all(window);
        CHECK(last == 7);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&last, 1, MPI_LONG, 0, 2, 1, MPI_LONG, window);
    }
    MPI_Win_flush_local_all(window);
    MPI_Win_flush_all(window);
    MPI_Get(&seen, 1, MPI_LONG, next, 1, 1, MPI_LONG, window);
    MPI_Win_unlock_all(window);
    CHECK(seen == 7);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Get(&last, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
    MPI_Win_flush_local(0, window);
    CHECK(last == 6L * size);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
