/* fault:  two ranks replace the same memory in one epoch, one as a long and the other as two integers: atomic only with
           one predefined datatype (MPI-5.0 12.7.1)
   expect: MPI_Accumulate & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2] = {1, 2};
    long value = 1;
    _Alignas(16) long memory[2] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1) MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, window);
    if (rank == 2)
        MPI_Accumulate(values, 2, MPI_INT, 0, WRONG(0) RIGHT(1), 2, MPI_INT, MPI_REPLACE, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
