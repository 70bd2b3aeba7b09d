/* fault:  the blocks that the root receives overlap (MPI-5.0 6.5: no location in the receive buffer is written twice)
   expect: MPI_Gatherv & overlap|twice|displacement
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int mine[2] = {1, 2}, all[6], counts[3] = {2, 2, 2}, offsets[3] = {0, WRONG(1) RIGHT(2), 4};
    MPI_Init(NULL, NULL);
    MPI_Gatherv(mine, 2, MPI_INT, all, counts, offsets, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
