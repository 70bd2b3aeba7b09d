/* fault:  the buffer of an immediate send is written before the send is complete (MPI-5.0 3.7.2)
   expect: MPI_Isend|MPI_Wait & buffer|modified|changed|written
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static int values[100000];

int main(void) {
    int rank;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(values, 100000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        WRONG(values[50000] = 7;)
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(values[50000] = 7;)
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(values, 100000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
