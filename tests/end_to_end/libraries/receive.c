/* Receives from whom the library says. */
#include <mpi.h>
#include <stdio.h>

int LIBRARY_FUNCTION(int tag); // given by the compiler's -D

int main(int argc, char** argv) {
    int rank, value = -1;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&rank, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, LIBRARY_FUNCTION(7), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", value);
    MPI_Finalize();
    return 0;
}
