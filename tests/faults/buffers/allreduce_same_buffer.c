/* fault:  send and receive buffer of a reduction are the same: that is MPI_IN_PLACE (MPI-5.0 6.9.6, 6.1)
   expect: MPI_Allreduce & buffer|overlap|alias
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    double sum = 1;
    MPI_Init(NULL, NULL);
    MPI_Allreduce(WRONG(&sum) RIGHT(MPI_IN_PLACE), &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
