/* fault:  a send on MPI_COMM_NULL, which is no communicator (MPI-5.0 3.2.3, 2.5.4)
   expect: MPI_Send & communicator|MPI_COMM_NULL|ERR_COMM
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, WRONG(MPI_COMM_NULL) RIGHT(MPI_COMM_WORLD));
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
