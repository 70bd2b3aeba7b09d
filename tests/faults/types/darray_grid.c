/* fault:  the grid of a distributed array has another size than the number of processes (MPI-5.0 5.1.4)
   expect: MPI_Type_create_darray & size|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int sizes[2] = {8, 8}, how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
    int with[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, WRONG(3) RIGHT(2)};
    MPI_Datatype type;
    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(4, 1, 2, sizes, how, with, grid, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
