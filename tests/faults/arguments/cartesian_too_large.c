/* fault:  a grid with more nodes than the communicator has ranks (MPI-5.0 8.5.1)
   expect: MPI_Cart_create & size|dim|ERR_ARG|argument|larger|topology
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int extents[2] = {2, WRONG(3) RIGHT(2)}, periodic[2] = {0, 1};
    MPI_Comm grid;
    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
    if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
