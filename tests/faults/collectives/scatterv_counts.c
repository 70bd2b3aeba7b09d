/* fault:  a rank expects more of a scatter than the root has for it (MPI-5.0 6.6)
   expect: MPI_Scatterv & truncat|count|length|bytes|size
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, all[6] = {0}, mine[4], counts[3] = {1, 2, 3}, offsets[3] = {0, 1, 3};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Scatterv(all, counts, offsets, MPI_INT, mine, rank + 1 WRONG(+ (rank == 2)), MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
