/* fault:  two immediate sends with one request variable: the first is lost (MPI-5.0 3.7.3)
   expect: MPI_Isend|request & not freed|not completed|neither|never|leak|active|pending|left
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2] = {1, 2};
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; ++k) {
        if (rank == 0) MPI_Isend(&values[k], 1, MPI_INT, 1, k, MPI_COMM_WORLD, &requests[WRONG(1) RIGHT(k)]);
        if (rank == 1) MPI_Recv(&values[k], 1, MPI_INT, 0, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0) MPI_Waitall(2 WRONG(- 1), requests WRONG(+ 1), MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
