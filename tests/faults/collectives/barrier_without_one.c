/* fault:  one rank does not take part in a barrier (MPI-5.0 6.3)
   expect: deadlock|not called|never & MPI_Barrier
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank != 0)) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
