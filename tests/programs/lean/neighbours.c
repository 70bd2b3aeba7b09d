// Blocking neighbourhood collectives without any immediate operation: a rank expects several messages at once.
#include <mpi.h>
#include <stdio.h>

static int failures;
#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) ++failures, fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                \
    } while (0)

int main(int argc, char** argv) {
    int rank, size, periodic[2] = {1, 1}, sides[2] = {0, 0}, coordinates[2];
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, sides);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sides, periodic, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coordinates);
    for (int round = 0; round < 20; ++round) {
        int neighbours[4], got[4] = {-1, -1, -1, -1}, out[4], in[4];
        MPI_Cart_shift(grid, 0, 1, &neighbours[0], &neighbours[1]);
        MPI_Cart_shift(grid, 1, 1, &neighbours[2], &neighbours[3]);
        const int value = 100 * round + rank;
        MPI_Neighbor_allgather(&value, 1, MPI_INT, got, 1, MPI_INT, grid);
        for (int edge = 0; edge < 4; ++edge) CHECK(got[edge] == 100 * round + neighbours[edge]);
        for (int edge = 0; edge < 4; ++edge) out[edge] = 10 * rank + edge;
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
        for (int edge = 0; edge < 4; ++edge) CHECK(in[edge] == 10 * neighbours[edge] + (edge ^ 1));
    }
    MPI_Comm_free(&grid);
    MPI_Finalize();
    if (rank == 0 && failures == 0) printf("ok: neighbours\n");
    return failures != 0;
}
