/* fault:  a broadcast whose root must not wait for the others: rank 1 gets to it only after a message that the root
           sends behind it (MPI-5.0 6.14)
   expect: MPI_Bcast & deadlock|order|synchron|MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, other = 2;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RIGHT(if (rank == 0) MPI_Send(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    if (rank == 1) MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    WRONG(if (rank == 0) MPI_Send(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    MPI_Finalize();
    return 0;
}
