// Collectives and messages don't meet: wildcard receives stay open across collectives.
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int round = 0; round < 20; ++round) {
        MPI_Request request;
        MPI_Status status;
        int got = -1, value = rank + round, sum = 0, root = round % size;
        int* all = malloc((size_t)size * sizeof *all);
        MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        MPI_Bcast(&root, 1, MPI_INT, root, MPI_COMM_WORLD);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Gather(&value, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
        CHECK(got == -1 && sum == size * (size - 1) / 2 + size * round);
        MPI_Barrier(MPI_COMM_WORLD); // from here on the neighbour may send
        MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, round, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        CHECK(status.MPI_SOURCE == (rank + size - 1) % size && status.MPI_TAG == round);
        CHECK(got == (rank + size - 1) % size + round);
        for (int from = 0; rank == root && from < size; ++from) CHECK(all[from] == from + round);
        free(all);
    }
    return end("collectives and messages don't meet");
}
