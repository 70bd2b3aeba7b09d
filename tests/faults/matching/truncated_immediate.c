/* fault:  an immediate receive gets a message that is longer than its buffer (MPI-5.0 3.2.4, 3.7.3)
   expect: MPI_Irecv|MPI_Wait & truncat
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[8] = {0};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Isend(values, WRONG(8) RIGHT(4), MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1) MPI_Irecv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
