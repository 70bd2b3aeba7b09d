/* fault:  ranks contribute vectors of different lengths to a reduction (MPI-5.0 6.9.1)
   expect: MPI_Allreduce & truncat|count|length|bytes|size
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine[4] = {1, 1, 1, 1}, sum[4];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(mine, sum, 4 WRONG(- (rank == 1)), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
