/* fault:  ranks name different operations of a reduction (MPI-5.0 6.9.6)
   expect: MPI_Allreduce & operation|MPI_SUM|MPI_MAX|ERR_OP
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, WRONG(rank == 1 ? MPI_MAX :) MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
