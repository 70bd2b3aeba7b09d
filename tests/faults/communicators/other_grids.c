/* fault:  ranks make grids of different shapes in one call (MPI-5.0 8.5.1)
   expect: MPI_Cart_create & argument|dim|extent|differ
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, extents[2] = {2, 2}, periodic[2] = {0, 0};
    MPI_Comm grid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 3) extents[0] = 1, extents[1] = 4;)
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
