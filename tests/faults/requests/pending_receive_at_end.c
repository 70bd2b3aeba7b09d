/* fault:  a receive for which no message comes is pending in MPI_Finalize (MPI-5.0 11.2.2)
   expect: MPI_Irecv|request|receive & not freed|not completed|neither|never|leak|active|pending|left
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    RIGHT(MPI_Cancel(&request);)
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
