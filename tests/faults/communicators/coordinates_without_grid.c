/* fault:  coordinates of a rank in a communicator that is no grid (MPI-5.0 8.5.5)
   expect: MPI_Cart_coords & topology|communicator|ERR_COMM
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, extents[2] = {2, 2}, periodic[2] = {0, 0}, place[2];
    MPI_Comm grid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, 0, &grid);
    MPI_Cart_coords(WRONG(MPI_COMM_WORLD) RIGHT(grid), rank, 2, place);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
