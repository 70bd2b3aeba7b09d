/* fault:  MPI_IN_PLACE as the send buffer of a rank that is not the root (MPI-5.0 6.5)
   expect: MPI_Gather & buf|IN_PLACE|ERR_ARG
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2], mine = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    values[0] = 1;
    MPI_Gather(WRONG(MPI_IN_PLACE) RIGHT(rank == 0 ? MPI_IN_PLACE : &mine), 1, MPI_INT, values, 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    WRONG((void)mine;)
    MPI_Finalize();
    return 0;
}
