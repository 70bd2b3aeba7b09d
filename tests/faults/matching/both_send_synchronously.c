/* fault:  two ranks send to each other in synchronous mode before they receive (MPI-5.0 3.4, 3.5)
   expect: deadlock & MPI_Ssend
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine = 1, theirs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RIGHT(if (rank == 1) MPI_Recv(&theirs, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Ssend(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    if (rank WRONG(>=) RIGHT(==) 0) MPI_Recv(&theirs, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
