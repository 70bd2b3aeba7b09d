/* A shared library that names what its program doesn't: an operation, a datatype, a wildcard. */
#include <mpi.h>

int sum_of_all(int value) {
    long long mine = value, sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return (int)sum;
}

int from_any(void) {
    int rank, value = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return value;
}
