// A periodic stencil on a Cartesian grid of ranks: halos in both dimensions with Sendrecv.
#include <mpi.h>
#include <stdio.h>

enum { edge = 8, steps = 10 };

static double field[edge + 2][edge + 2], next[edge + 2][edge + 2];

// Sends line `from` to the neighbour in the direction of `shift`, receives the other neighbour's into halo
// `to`.
static void swap_halo(MPI_Comm grid, int dimension, int shift, int from, int to) {
    int source, destination;
    double out[edge], in[edge];
    MPI_Cart_shift(grid, dimension, shift, &source, &destination);
    for (int k = 0; k < edge; ++k) out[k] = dimension == 0 ? field[from][k + 1] : field[k + 1][from];
    MPI_Sendrecv(out, edge, MPI_DOUBLE, destination, dimension, in, edge, MPI_DOUBLE, source, dimension, grid,
                 MPI_STATUS_IGNORE);
    for (int k = 0; k < edge; ++k) *(dimension == 0 ? &field[to][k + 1] : &field[k + 1][to]) = in[k];
}

static void step(MPI_Comm grid) {
    for (int dimension = 0; dimension < 2; ++dimension) {
        swap_halo(grid, dimension, 1, edge, 0);
        swap_halo(grid, dimension, -1, 1, edge + 1);
    }
    for (int i = 1; i <= edge; ++i)
        for (int j = 1; j <= edge; ++j)
            next[i][j] = (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1]) / 4;
    for (int i = 1; i <= edge; ++i)
        for (int j = 1; j <= edge; ++j) field[i][j] = next[i][j];
}

int main(int argc, char** argv) {
    int size, dimensions[2] = {0, 0}, periods[2] = {1, 1}, coordinates[2], rank, wrong = 0;
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dimensions);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coordinates);
    // A checkerboard turns into its opposite at every step, across the ranks' borders too (edge is even).
    for (int i = 1; i <= edge; ++i)
        for (int j = 1; j <= edge; ++j) field[i][j] = (i + j) % 2;
    for (int count = 0; count < steps; ++count) step(grid);
    for (int i = 1; i <= edge; ++i)
        for (int j = 1; j <= edge; ++j) wrong += field[i][j] != (i + j + steps) % 2;
    printf("%s: stencil at (%d, %d) of %d x %d\n", wrong ? "wrong" : "ok", coordinates[0], coordinates[1], dimensions[0],
           dimensions[1]);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return wrong != 0;
}
