/* fault:  all ranks of a ring send synchronously first: nobody receives (MPI-5.0 3.4, 3.5)
   expect: deadlock & MPI_Ssend
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, mine = 1, theirs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int to = (rank + 1) % size, from = (rank + size - 1) % size, first = WRONG(1) RIGHT(rank != 0);
    if (first) MPI_Ssend(&mine, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Recv(&theirs, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!first) MPI_Ssend(&mine, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
