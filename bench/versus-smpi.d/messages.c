// Messages of 8 bytes between the ranks of pairs, by turns: messages [ROUNDS]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    const int other = (rank + size / 2) % size;
    double value = 0;
    for (int round = 0; round < rounds; ++round) {
        if (rank < size / 2) {
            MPI_Send(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            value += 1;
            MPI_Send(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0) printf("messages: %d of %d ranks, value %.0f\n", rounds * size, size, value);
    MPI_Finalize();
    return 0;
}
