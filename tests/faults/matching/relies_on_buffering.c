/* fault:  two ranks send each other 4 MB before they receive, which ends only where MPI buffers that much (MPI-5.0 3.5)
   expect: deadlock|unsafe|buffer & MPI_Send
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

enum { length = 1 << 20 };
static int mine[length], theirs[length];

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RIGHT(if (rank == 1) MPI_Recv(theirs, length, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Send(mine, length, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    if (rank WRONG(>=) RIGHT(==) 0)
        MPI_Recv(theirs, length, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
