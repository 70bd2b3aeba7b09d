/* fault:  one rank contributes more to MPI_Allgather than the others expect (MPI-5.0 6.7)
   expect: MPI_Allgather & truncat|count|length|bytes|size
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, mine[2] = {1, 2}, all[6];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allgather(mine, 1 WRONG(+ (rank == 1)), MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
