/* fault:  MPI_ANY_TAG as the tag of the sending half of MPI_Sendrecv (MPI-5.0 3.2.4, 3.10)
   expect: MPI_Sendrecv & tag
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine, theirs = -1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, WRONG(MPI_ANY_TAG) RIGHT(3), &theirs, 1, MPI_INT, 1 - rank, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
