/* fault:  a receive that got its message is never completed: its request is lost (MPI-5.0 3.7.3, 11.2.2)
   expect: MPI_Irecv|request & not freed|not completed|neither|never|leak|active|pending|left
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Finalize();
    return 0;
}
