/* fault:  a double is received as two integers, by an immediate receive (MPI-5.0 3.3.1)
   expect: MPI_Irecv|MPI_Wait & type|MPI_INT
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    double mine = 1, theirs;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Isend(&mine, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Irecv(&theirs, WRONG(2) RIGHT(1), WRONG(MPI_INT) RIGHT(MPI_DOUBLE), 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
