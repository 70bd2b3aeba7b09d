/* fault:  unsigned integers are received as signed ones (MPI-5.0 3.3.1)
   expect: MPI_Recv & type|MPI_INT
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    unsigned value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, MPI_UNSIGNED, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, WRONG(MPI_INT) RIGHT(MPI_UNSIGNED), 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
