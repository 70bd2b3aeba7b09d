/* fault:  both halves of MPI_Sendrecv have the same buffer: that is MPI_Sendrecv_replace (MPI-5.0 3.10)
   expect: MPI_Sendrecv & buffer|overlap|alias|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine, theirs = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 0, WRONG(&mine) RIGHT(&theirs), 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return theirs == 7;
}
