/* fault:  the receive buffer of MPI_Alltoall begins inside of the send buffer (MPI-5.0 6.8, 6.1)
   expect: MPI_Alltoall & buffer|overlap|alias
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int values[4] = {1, 2, 3, 4};
    MPI_Init(NULL, NULL);
    MPI_Alltoall(values, 1, MPI_INT, values + WRONG(1) RIGHT(2), 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
