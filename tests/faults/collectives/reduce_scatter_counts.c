/* fault:  ranks hand different counts to MPI_Reduce_scatter, with the same sum (MPI-5.0 6.10)
   expect: MPI_Reduce_scatter & truncat|count|length|bytes|size
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine[4] = {1, 2, 3, 4}, sum[4], counts[2] = {2, 2};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 1) counts[0] = 1, counts[1] = 3;)
    MPI_Reduce_scatter(mine, sum, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
