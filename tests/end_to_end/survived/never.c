/* Not survived: the last rank fails, its neighbour gets an error and goes to an agreement, and nobody revokes the
   communicator: the others wait for ranks that are alive. */
#include "check.h"

int main(int argc, char** argv) {
    int value = 0, flag = 1, error;
    start(&argc, &argv);
    if (rank == size - 1) die();
    error = MPI_Recv(&value, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS && rank > 0) MPI_Send(&value, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
    MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
    return finish();
}
