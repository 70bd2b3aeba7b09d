/* fault:  one rank duplicates the communicator, the other splits it (MPI-5.0 7.4.2)
   expect: MPI_Comm_dup & MPI_Comm_split
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm own;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (WRONG(rank == 0) RIGHT(rank < 2)) MPI_Comm_dup(MPI_COMM_WORLD, &own);
    else MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &own);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
