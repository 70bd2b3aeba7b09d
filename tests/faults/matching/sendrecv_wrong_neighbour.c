/* fault:  in a shift around a ring, one rank expects its data from the wrong side (MPI-5.0 3.10)
   expect: deadlock & MPI_Sendrecv
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, mine, theirs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    WRONG(if (rank == 2) left = right;)
    MPI_Sendrecv(&mine, 1, MPI_INT, right, 0, &theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
