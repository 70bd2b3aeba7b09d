/* fault:  two ranks add integers in one epoch at places that overlap by half an integer: only whole elements are atomic
           (MPI-5.0 12.7.1)
   expect: MPI_Accumulate & conflict|RMA_CONFLICT|same memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) char memory[16] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank != 0)
        MPI_Accumulate(&value, 1, MPI_INT, 0, WRONG(2) RIGHT(4) * rank, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
