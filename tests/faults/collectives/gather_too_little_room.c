/* fault:  the root of a gather expects less of each rank than it is sent (MPI-5.0 6.5)
   expect: MPI_Gather & truncat|count|length|bytes|size
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int mine[2] = {1, 2}, all[4];
    MPI_Init(NULL, NULL);
    MPI_Gather(mine, 2, MPI_INT, all, WRONG(1) RIGHT(2), MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
