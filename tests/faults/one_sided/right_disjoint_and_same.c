/* right:  accesses of one epoch that are allowed: puts to different places, updates of one place by one operation, gets
           of one place by several (MPI-5.0 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, six = 0;
    _Alignas(16) int memory[5] = {0, 0, 0, 0, 6};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, MPI_SUM, window);
    MPI_Get(&six, 1, MPI_INT, 0, 4, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    CHECK(six == 6 && (rank != 0 || (memory[1] == 1 && memory[2] == 2 && memory[3] == 3)));
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
