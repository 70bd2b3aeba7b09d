/* fault:  integers are broadcast and floats expected (MPI-5.0 6.4)
   expect: MPI_Bcast & type|MPI_FLOAT
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, WRONG(rank == 1 ? MPI_FLOAT :) MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
