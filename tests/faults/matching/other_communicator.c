/* fault:  a message is sent on one communicator and received on its duplicate (MPI-5.0 3.2.3)
   expect: deadlock & MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Comm copy;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, copy);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, WRONG(MPI_COMM_WORLD) RIGHT(copy), MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
