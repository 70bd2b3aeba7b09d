/* fault:  one rank calls another collective operation than the others (MPI-5.0 6.1, 6.14)
   expect: MPI_Barrier & MPI_Allreduce
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (WRONG(rank == 2) RIGHT(rank > 2)) MPI_Barrier(MPI_COMM_WORLD);
    else MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
