/* right:  empty collectives whose ranks name different datatypes: signatures of nothing are the same (MPI-5.0 6.1, 6.4)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype mine = rank == 1 ? MPI_DOUBLE : MPI_INT, theirs = rank == 1 ? MPI_INT : MPI_FLOAT;
    MPI_Bcast(NULL, 0, mine, 0, MPI_COMM_WORLD);
    MPI_Gather(NULL, 0, mine, NULL, 0, theirs, 0, MPI_COMM_WORLD);
    MPI_Allgather(NULL, 0, mine, NULL, 0, theirs, MPI_COMM_WORLD);
    MPI_Alltoall(NULL, 0, mine, NULL, 0, theirs, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
