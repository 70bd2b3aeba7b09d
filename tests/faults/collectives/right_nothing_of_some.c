/* right:  ranks that contribute nothing to collectives with vectors of counts (MPI-5.0 6.5 to 6.10)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine = 7, all[3] = {0}, counts[3] = {1, 0, 0}, offsets[3] = {2, 100, -100}, none[3] = {0}, sum = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allgatherv(rank == 0 ? &mine : NULL, rank == 0, MPI_INT, all, counts, offsets, MPI_INT, MPI_COMM_WORLD);
    CHECK(all[2] == 7);
    MPI_Alltoallv(NULL, none, none, MPI_INT, NULL, none, none, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Reduce_scatter(&mine, &sum, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == (rank == 0 ? 21 : 0));
    MPI_Finalize();
    return 0;
}
