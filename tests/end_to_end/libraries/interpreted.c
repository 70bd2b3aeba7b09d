// Embeds an interpreter.
#include <mpi.h>
#include <stdio.h>

int interpret(int start);

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: %d\n", rank, interpret(rank));
    MPI_Finalize();
    return 0;
}
