/* Multiplies a matrix in memory off the chip, with the I/O rank of io_server.c, by a vector: each rank asks for a few
   rows at a time, as its own memory allows. */
#include "protocol.h"

#include <sartor.h>
#include <stdio.h>

static double vector[columns];
static double block[rows_at_once][columns];

static void multiply(double *results) {
    for (int row = 0; row < rows_at_once; ++row) {
        results[row] = 0;
        for (int column = 0; column < columns; ++column) results[row] += block[row][column] * vector[column];
    }
    sartor_compute(rows_at_once * columns); /* a multiplication and an addition in a cycle */
}

/* Returns how many rows it got. */
static int work(int server, double *sum) {
    double results[rows_at_once] = {0};
    int done = 0;
    MPI_Status status;
    MPI_Send(NULL, 0, MPI_DOUBLE, server, request, MPI_COMM_LOCAL);
    for (;;) {
        MPI_Recv(block, rows_at_once * columns, MPI_DOUBLE, server, MPI_ANY_TAG, MPI_COMM_LOCAL, &status);
        if (status.MPI_TAG == no_more) return done;
        multiply(results);
        for (int row = 0; row < rows_at_once; ++row) *sum += results[row];
        done += rows_at_once;
        MPI_Send(results, rows_at_once, MPI_DOUBLE, server, status.MPI_TAG, MPI_COMM_LOCAL);
    }
}

int main(int argc, char **argv) {
    int ranks, rank, local;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_LOCAL, &local);
    if (local == ranks) {
        if (rank == 0) fprintf(stderr, "compute: there is no I/O rank: sartor run --io io_server compute\n");
        MPI_Finalize();
        return 1;
    }
    const int server = local - 1;
    double sum = 0;
    MPI_Bcast(vector, columns, MPI_DOUBLE, server, MPI_COMM_LOCAL);
    const double start = MPI_Wtime();
    const int done = work(server, &sum);
    const double seconds = MPI_Wtime() - start;
    MPI_Reduce(&sum, NULL, 1, MPI_DOUBLE, MPI_SUM, server, MPI_COMM_LOCAL);
    int all = 0;
    MPI_Reduce(&done, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("compute: %d rows on %d ranks, %.3f ms\n", all, ranks, seconds * 1e3);
    MPI_Finalize();
    return 0;
}
