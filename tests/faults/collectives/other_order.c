/* fault:  two collectives in another order on one rank (MPI-5.0 6.14)
   expect: MPI_Bcast & MPI_Reduce
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, one = 1, sum, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 1) MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);)
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    WRONG(if (rank == 0)) MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
