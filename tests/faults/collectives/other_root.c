/* fault:  ranks name different roots of a broadcast (MPI-5.0 6.4)
   expect: MPI_Bcast & root
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, MPI_INT, WRONG(rank == 2) RIGHT(0), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
