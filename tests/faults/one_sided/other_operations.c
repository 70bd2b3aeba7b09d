/* fault:  two ranks update one place by different operations in one epoch (MPI-5.0 12.7.2; the default of the key
           accumulate_ops is same_op_no_op, 12.2.1)
   expect: MPI_Accumulate & conflict|RMA_CONFLICT|same_op|operation
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 2;
    _Alignas(16) int memory = 1;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank != 0)
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, WRONG(rank == 1 ? MPI_PROD :) MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
