/* fault:  two ranks add to the same place in one epoch, one of them a signed integer and the other an unsigned one
           (MPI-5.0 12.7.1)
   expect: MPI_Accumulate & conflict|RMA_CONFLICT
   sees:   library
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
    MPI_Datatype type = rank == 1 ? WRONG(MPI_UNSIGNED) RIGHT(MPI_INT) : MPI_INT;
    MPI_Win_fence(0, window);
    if (rank != 0) MPI_Accumulate(&value, 1, type, 0, 0, 1, type, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
