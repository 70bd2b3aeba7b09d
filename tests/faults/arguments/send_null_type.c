/* fault:  MPI_DATATYPE_NULL as the datatype of a message (MPI-5.0 5.1.9)
   expect: MPI_Send & datatype|ERR_TYPE
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Datatype type = WRONG(MPI_DATATYPE_NULL) RIGHT(MPI_INT);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
