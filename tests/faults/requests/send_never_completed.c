/* fault:  an immediate send is never completed (MPI-5.0 3.7.3, 11.2.2)
   expect: MPI_Isend|request & not freed|not completed|neither|never|leak|active|pending|left
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
