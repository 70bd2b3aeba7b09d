/* fault:  origin and target of a get have different amounts of data (MPI-5.0 12.3.2)
   expect: MPI_Get & truncat|count|length|bytes|size|fit|type
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4];
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Get(values, 4 WRONG(- 2), MPI_INT, 1 - rank, 0, 4, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
