/* fault:  the root writes the buffer of a nonblocking broadcast before it is complete (MPI-5.0 6.12)
   expect: MPI_Ibcast|MPI_Wait & buffer|modified|changed|written
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[1000] = {0};
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibcast(values, 1000, MPI_INT, 0, MPI_COMM_WORLD, &request);
    WRONG(if (rank == 0) values[10] = 7;)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(if (rank == 0) values[10] = 7;)
    MPI_Finalize();
    return 0;
}
