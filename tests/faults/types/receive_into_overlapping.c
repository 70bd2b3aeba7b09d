/* fault:  a receive by a datatype whose elements overlap (MPI-5.0 5.1.11)
   expect: MPI_Recv & overlap|datatype|ERR_TYPE
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[8] = {0};
    MPI_Datatype rows;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 3, WRONG(2) RIGHT(3), MPI_INT, &rows);
    MPI_Type_commit(&rows);
    if (rank == 0) MPI_Send(values, 6, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 1, rows, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&rows);
    MPI_Finalize();
    return 0;
}
