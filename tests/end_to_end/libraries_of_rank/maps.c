#include <mpi.h>
#include <stdio.h>

int* mapped_count(void);

int main(int argc, char** argv) {
    int rank, count, sum = 0, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    count = *mapped_count();
    MPI_Reduce(&count, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && sum == size) puts("ok");
    MPI_Finalize();
    return 0;
}
