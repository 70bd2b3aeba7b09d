// Collectives only: the library needs no tags, no wildcards and no requests for the program.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, size, wrong = 0;
    double value, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int root = 0; root < size; ++root) {
        value = rank == root ? root + 0.5 : -1;
        MPI_Bcast(&value, 1, MPI_DOUBLE, root, MPI_COMM_WORLD);
        wrong += value != root + 0.5;
        MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        wrong += rank == root && sum != size * (root + 0.5);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (wrong) fprintf(stderr, "rank %d: %d wrong results\n", rank, wrong);
    if (rank == 0 && !wrong) puts("ok: lean collectives");
    MPI_Finalize();
    return wrong != 0;
}
