/* fault:  a rank puts after it has changed the word for which the target waits (MPI-5.0 12.7)
   expect: RMA_CONFLICT|same memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, token = 0;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        RIGHT(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);)
        RIGHT(MPI_Win_flush(1, window);)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_flush(1, window);
        WRONG(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);)
        WRONG(MPI_Win_flush(1, window);)
    } else {
        while (token == 0) {
            MPI_Fetch_and_op(NULL, &token, MPI_INT, 1, 2, MPI_NO_OP, window);
            MPI_Win_flush(1, window);
        }
        CHECK(memory[0] < 2);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
