/* What it costs to send the same memory as numbers and as bytes, in cycles of a clock of 500 MHz. */
#include <mpi.h>
#include <stdio.h>

enum { count = 30000, cycles_per_second = 500000000 };

static double data[count];

static long cycles(int rank, int elements, MPI_Datatype type) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (rank == 0)
        MPI_Send(data, elements, type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data, elements, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double mine = MPI_Wtime() - begin, longest;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return (long)(longest * cycles_per_second + 0.5);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long bytes = cycles(rank, count * 8, MPI_BYTE), numbers = cycles(rank, count, MPI_DOUBLE);
    if (rank == 0) printf("doubles: %ld bytes: %ld\n", numbers, bytes);
    MPI_Finalize();
    return 0;
}
