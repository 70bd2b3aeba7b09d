/* fault:  MPI_IN_PLACE as the buffer of a send (MPI-5.0 3.2.2, 6.1)
   expect: MPI_Send & buf|IN_PLACE|ERR_ARG
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(WRONG(MPI_IN_PLACE) RIGHT(&value), 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
