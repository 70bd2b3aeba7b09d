/* fault:  floats are sent and received as doubles: the buffers are of another type than the call says (MPI-5.0 3.3.1)
   expect: MPI_Send|MPI_Recv & type|MPI_DOUBLE
   sees:   compiler
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    WRONG(float) RIGHT(double) values[4] = {1, 2, 3, 4};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(values, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
