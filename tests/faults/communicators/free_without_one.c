/* fault:  one rank does not free a communicator: MPI_Comm_free is collective (MPI-5.0 7.4.3)
   expect: MPI_Comm_free|communicator & not freed|leak|left|never|deadlock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm own;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    WRONG(if (rank == 0)) MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
