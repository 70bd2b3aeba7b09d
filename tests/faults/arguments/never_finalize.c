/* fault:  a rank returns from main without MPI_Finalize (MPI-5.0 11.2.2)
   expect: finalize
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    WRONG(if (rank == 1) return 0;)
    MPI_Finalize();
    return 0;
}
