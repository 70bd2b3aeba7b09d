/* fault:  a rank sends another more than that one expects (MPI-5.0 6.8)
   expect: MPI_Alltoallv & truncat|count|length|bytes|size
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, out[4] = {0}, in[4], give[2] = {1, 1}, take[2] = {1, 1}, offsets[2] = {0, 2};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 0) give[1] = 2;)
    MPI_Alltoallv(out, give, offsets, MPI_INT, in, take, offsets, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
