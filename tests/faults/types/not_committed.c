/* fault:  a datatype is used that was not committed (MPI-5.0 5.1.9)
   expect: MPI_Send & commit|datatype|ERR_TYPE
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[6] = {0};
    MPI_Datatype column;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(3, 1, 2, MPI_INT, &column);
    RIGHT(MPI_Type_commit(&column);)
    if (rank == 0) MPI_Send(values, 1, column, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
