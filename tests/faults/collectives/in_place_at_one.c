/* fault:  one rank passes MPI_IN_PLACE to MPI_Allreduce, the others a send buffer (MPI-5.0 6.9.6)
   expect: MPI_Allreduce & place
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, sum = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(WRONG(rank == 1 ? MPI_IN_PLACE :) &value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    RIGHT(CHECK(sum == 3);)
    MPI_Finalize();
    return 0;
}
