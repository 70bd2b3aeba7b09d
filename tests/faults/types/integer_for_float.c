/* fault:  a message of integers is received as floats of the same size (MPI-5.0 3.3.1)
   expect: MPI_Recv & type|MPI_FLOAT
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    WRONG(int) RIGHT(float) mine = 1;
    float theirs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&mine, 1, WRONG(MPI_INT) RIGHT(MPI_FLOAT), 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&theirs, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
