/* Halo exchange in one dimension by puts between fences; afterwards each cell is compared with its formula. */
#include <mpi.h>
#include <stdio.h>

#define CELLS 8
#define STEPS 5

int main(int argc, char **argv)
{
    int rank, ranks, wrong = 0, all_wrong;
    double cells[CELLS + 2];
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int cell = 0; cell < CELLS + 2; ++cell) cells[cell] = -1;
    MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    for (int step = 0; step < STEPS; ++step) {
        for (int cell = 1; cell <= CELLS; ++cell) cells[cell] = 1000 * step + CELLS * rank + cell;
        MPI_Win_fence(0, window);
        MPI_Put(&cells[1], 1, MPI_DOUBLE, (rank + ranks - 1) % ranks, CELLS + 1, 1, MPI_DOUBLE, window);
        MPI_Put(&cells[CELLS], 1, MPI_DOUBLE, (rank + 1) % ranks, 0, 1, MPI_DOUBLE, window);
        MPI_Win_fence(0, window);
        wrong += cells[0] != 1000 * step + CELLS * ((rank + ranks - 1) % ranks) + CELLS;
        wrong += cells[CELLS + 1] != 1000 * step + CELLS * ((rank + 1) % ranks) + 1;
    }
    MPI_Win_free(&window);
    MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d wrong\n", all_wrong);
    MPI_Finalize();
    return all_wrong != 0;
}
