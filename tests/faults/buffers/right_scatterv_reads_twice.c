/* right:  the blocks that the root of a scatter sends overlap: reading twice is allowed (MPI-5.0 6.6)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4}, counts[3] = {2, 2, 2}, offsets[3] = {0, 1, 2}, mine[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Scatterv(values, counts, offsets, MPI_INT, mine, 2, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(mine[0] == rank + 1 && mine[1] == rank + 2);
    MPI_Finalize();
    return 0;
}
