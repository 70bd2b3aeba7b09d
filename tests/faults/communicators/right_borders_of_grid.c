/* right:  neighbours of a grid that are MPI_PROC_NULL, in messages and in a neighbourhood collective
           (MPI-5.0 8.5.6, 8.6)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size = 3, no = 0, left, right, from_left = -1, around[2] = {-1, -1};
    MPI_Comm line;
    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &no, 0, &line);
    MPI_Comm_rank(line, &rank);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &from_left, 1, MPI_INT, left, 0, line, MPI_STATUS_IGNORE);
    CHECK(from_left == rank - 1);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, around, 1, MPI_INT, line);
    CHECK(around[0] == rank - 1 && around[1] == (rank == 2 ? -1 : rank + 1));
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
