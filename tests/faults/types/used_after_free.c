/* fault:  a datatype is used after it was freed, by a copy of its handle (MPI-5.0 5.1.9)
   expect: MPI_Send & datatype|ERR_TYPE
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {0};
    MPI_Datatype pair, copy;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    copy = pair;
    WRONG(MPI_Type_free(&pair);)
    if (rank == 0) MPI_Send(values, 2, copy, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    RIGHT(MPI_Type_free(&pair);)
    MPI_Finalize();
    return 0;
}
