/* fault:  coordinates outside of a dimension that is not periodic (MPI-5.0 8.5.5)
   expect: MPI_Cart_rank & coord|ERR_ARG|ERR_RANK|rank
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int extents[2] = {2, 2}, periodic[2] = {0, 1}, below[2] = {WRONG(2) RIGHT(1), 2}, rank;
    MPI_Comm grid;
    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
    MPI_Cart_rank(grid, below, &rank);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
