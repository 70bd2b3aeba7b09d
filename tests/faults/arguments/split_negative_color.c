/* fault:  a negative color that is not MPI_UNDEFINED (MPI-5.0 7.4.2)
   expect: MPI_Comm_split & color|ERR_ARG|argument
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm half;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? WRONG(-1) RIGHT(MPI_UNDEFINED) : 1, rank, &half);
    if (half != MPI_COMM_NULL) MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
