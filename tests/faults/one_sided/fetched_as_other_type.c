/* fault:  a rank reads by MPI_Fetch_and_op with MPI_NO_OP an integer of a long that another adds to in the same epoch
           (MPI-5.0 12.7.1)
   expect: MPI_Fetch_and_op|MPI_Accumulate & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, none = 0, low = 0;
    long value = 1, whole = 0;
    _Alignas(16) long memory[2] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 1) MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        WRONG(MPI_Fetch_and_op(&none, &low, MPI_INT, 0, 0, MPI_NO_OP, window);)
        RIGHT(MPI_Fetch_and_op(&none, &whole, MPI_LONG, 0, 0, MPI_NO_OP, window);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return low + (int)whole > 1;
}
