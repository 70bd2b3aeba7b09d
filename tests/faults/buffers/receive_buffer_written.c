/* fault:  the buffer of an immediate receive is written before the receive is complete (MPI-5.0 3.7.2)
   expect: MPI_Irecv|MPI_Wait & buffer|modified|changed|written
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        RIGHT(values[2] = 0;)
        MPI_Irecv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        WRONG(values[2] = 0;)
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
