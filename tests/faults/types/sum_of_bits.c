/* fault:  a bitwise operation on floating-point numbers (MPI-5.0 6.9.2)
   expect: MPI_Allreduce & operation|MPI_BAND|ERR_OP|MPI_Op|MPI_BOR
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    double mine = 1, all;
    MPI_Init(NULL, NULL);
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, WRONG(MPI_BOR) RIGHT(MPI_MAX), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
