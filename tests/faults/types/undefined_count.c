/* fault:  a message is forwarded with the count of MPI_Get_count, which is MPI_UNDEFINED: its data are no whole number
           of pairs (MPI-5.0 3.2.5, 5.1.11)
   expect: MPI_Send & count
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {0}, count;
    MPI_Datatype pair;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank == 0) MPI_Send(values, WRONG(3) RIGHT(4), MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(values, 2, pair, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, pair, &count);
        MPI_Send(values, count, pair, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) MPI_Recv(values, 2, pair, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
