// Messages round a ring and their sum, with wrapped functions.
#include "wrapped.h"

#include <stdio.h>

int main(int argc, char** argv) {
    int rank, size, value = 0, sum = 0;
    MPI_Request request;
#ifdef WITH_UNUSED
    int unused;
#endif
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Isend(&rank, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0 && size > 1) MPI_Send(&rank, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&sum, 1, MPI_INT, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d, sent %d, received %d, reduced %d\n", sum, sent, received, reduced);
    MPI_Finalize();
    return 0;
}
