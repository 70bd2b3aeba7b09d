/* fault:  data are read before the immediate receive that brings them is complete (MPI-5.0 3.7.2)
   expect: MPI_Irecv|MPI_Wait & buffer|read
   sees:   none
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, twice = 0;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        WRONG(twice = 2 * value;)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(twice = 2 * value;)
    }
    MPI_Finalize();
    return rank == 1 && twice == 0;
}
