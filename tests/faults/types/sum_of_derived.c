/* fault:  a predefined operation on a derived datatype (MPI-5.0 6.9.2)
   expect: MPI_Allreduce & operation|ERR_OP|MPI_Op|type
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    double mine[2] = {1, 2}, all[2];
    MPI_Datatype pair;
    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Allreduce(mine, all, WRONG(1) RIGHT(2), WRONG(pair) RIGHT(MPI_DOUBLE), MPI_SUM, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
