/* fault:  the buffer of an immediate send of one number is written before the send is complete (MPI-5.0 3.7.2)
   expect: MPI_Isend|MPI_Wait & buffer|modified|changed|written
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
        WRONG(value = 2;)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(value = 2;)
    } else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return value == 0;
}
