/* fault:  two ranks enter the barriers of two communicators in different order (MPI-5.0 6.14)
   expect: deadlock & MPI_Barrier
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm copy;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(WRONG(rank == 1 ? MPI_COMM_WORLD :) copy);
    MPI_Barrier(WRONG(rank == 1 ? copy :) MPI_COMM_WORLD);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
