/* fault:  a rank that needs no communicator does not call MPI_Comm_split (MPI-5.0 7.4.2)
   expect: deadlock|not called|never & MPI_Comm_split
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank != 0)) MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &part);
    if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
