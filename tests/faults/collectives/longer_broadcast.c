/* fault:  the root broadcasts more than the others expect (MPI-5.0 6.4)
   expect: MPI_Bcast & truncat|count|length|bytes|size
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[8] = {0};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(values, rank == 0 ? 8 : WRONG(4) RIGHT(8), MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
