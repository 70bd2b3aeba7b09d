/* fault:  a receive of 8 numbers into a heap block for 4 (MPI-5.0 3.2.4: the buffer has room for count elements)
   expect: MPI_Recv & buffer|overflow|heap|memory|out of bounds
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include <stdlib.h>
#include "../faults.h"

int main(void) {
    int rank, *values = calloc(WRONG(4) RIGHT(8), sizeof(int));
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send((int[8]){0}, 8, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    free(values);
    return 0;
}
