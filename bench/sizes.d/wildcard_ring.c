// A token goes around the ring; who receives it asks for any source and any tag.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, size;
    long token = 0;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, wrong = 0;
    if (size > 1 && rank == 0) MPI_Send(&token, 1, MPI_LONG, right, rank, MPI_COMM_WORLD);
    if (size > 1) {
        MPI_Recv(&token, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        wrong = status.MPI_SOURCE != left || status.MPI_TAG != left;
    }
    token += rank;
    if (size > 1 && rank > 0) MPI_Send(&token, 1, MPI_LONG, right, rank, MPI_COMM_WORLD);
    if (rank == 0) {
        wrong |= token != (long)size * (size - 1) / 2;
        printf("%s: wildcard ring, sum %ld\n", wrong ? "wrong" : "ok", token);
    }
    MPI_Finalize();
    return wrong;
}
