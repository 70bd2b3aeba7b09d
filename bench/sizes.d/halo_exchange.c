// A field in one dimension, smoothed step by step: both halos under way at once with Isend, Irecv and
// Waitall.
#include <mpi.h>
#include <stdio.h>

enum { cells = 100, steps = 50 };

static double field[cells + 2], next[cells + 2];

static void exchange_halos(int left, int right) {
    MPI_Request requests[4];
    MPI_Irecv(&field[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&field[cells + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&field[cells], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&field[1], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void smooth(void) {
    for (int cell = 1; cell <= cells; ++cell) next[cell] = (field[cell - 1] + field[cell + 1]) / 2;
    for (int cell = 1; cell <= cells; ++cell) field[cell] = next[cell];
}

int main(int argc, char** argv) {
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    // A straight line is what smoothing leaves as it is, when the halos are right.
    for (int cell = 0; cell <= cells + 1; ++cell) field[cell] = rank * cells + cell;
    for (int step = 0; step < steps; ++step) {
        exchange_halos(left, right);
        smooth();
    }
    for (int cell = 1; cell <= cells; ++cell) wrong += field[cell] != rank * cells + cell;
    printf("%s: halo exchange on rank %d\n", wrong ? "wrong" : "ok", rank);
    MPI_Finalize();
    return wrong != 0;
}
