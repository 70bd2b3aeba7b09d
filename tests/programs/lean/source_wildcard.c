// Of the wildcards only MPI_ANY_SOURCE: a master takes what comes first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, size, sum = 0, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int count = 1; rank == 0 && count < size; ++count) {
        MPI_Status status;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
        sum += value == status.MPI_SOURCE * 3 ? value : -100000;
    }
    value = rank * 3;
    if (rank > 0) MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    int wrong = rank == 0 && sum != 3 * size * (size - 1) / 2;
    if (rank == 0) puts(wrong ? "FAILED: lean wildcard" : "ok: lean wildcard");
    MPI_Finalize();
    return wrong;
}
