/* fault:  the extents that are given do not divide the number of nodes (MPI-5.0 8.5.2)
   expect: MPI_Dims_create & dim|divid|multiple|factor
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int extents[2] = {WRONG(5) RIGHT(4), 0};
    MPI_Init(NULL, NULL);
    MPI_Dims_create(12, 2, extents);
    MPI_Finalize();
    return 0;
}
