/* fault:  the root's contribution lies in the receive buffer, without MPI_IN_PLACE (MPI-5.0 6.5)
   expect: MPI_Gather & buffer|overlap|alias
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[3], mine;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    values[rank] = mine = rank;
    MPI_Gather(rank == 0 ? WRONG(&values[0]) RIGHT(MPI_IN_PLACE) : &mine, 1, MPI_INT, values, 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
