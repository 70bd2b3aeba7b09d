/* fault:  every rank names itself as the root of a reduction (MPI-5.0 6.9.1)
   expect: MPI_Reduce & root
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, WRONG(rank) RIGHT(0), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
