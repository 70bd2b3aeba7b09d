/* fault:  integers are received as bytes: MPI_BYTE matches MPI_BYTE alone (MPI-5.0 3.3.1)
   expect: MPI_Recv & type|MPI_BYTE
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2] = {1, 2};
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(values, WRONG(8) RIGHT(2), WRONG(MPI_BYTE) RIGHT(MPI_INT), 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
