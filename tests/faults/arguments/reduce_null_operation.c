/* fault:  MPI_OP_NULL as the operation of a reduction (MPI-5.0 6.9.1)
   expect: MPI_Allreduce & operation|ERR_OP|MPI_Op|MPI_OP_NULL
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, sum;
    MPI_Op operation = WRONG(MPI_OP_NULL) RIGHT(MPI_SUM);
    MPI_Init(NULL, NULL);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
