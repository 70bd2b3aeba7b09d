/* The I/O rank of compute.c: its matrix is off the chip, where there is enough memory. Ranks request rows, multiply
   them by a vector and send the results back; the server checks them.

     sartor cc -O2 -o io_server io_server.c && sartor cc -O2 -o compute compute.c
     sartor run -n 16 --machine mppa256-andey --io io_server compute */
#include "protocol.h"

#include <sartor.h>
#include <stdio.h>
#include <stdlib.h>

static double (*matrix)[columns];
static double vector[columns];
static double product[rows];

static void fill(void) {
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) matrix[row][column] = (row * 7 + column * 3) % 11 - 5;
    for (int column = 0; column < columns; ++column) vector[column] = column % 5 - 2;
}

/* Results come back with the request for more. */
static void serve(int compute_ranks) {
    int next_row = 0;
    double results[rows_at_once];
    for (int left = compute_ranks; left > 0;) {
        MPI_Status status;
        MPI_Recv(results, rows_at_once, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_LOCAL, &status);
        if (status.MPI_TAG != request)
            for (int row = 0; row < rows_at_once; ++row) product[status.MPI_TAG + row] = results[row];
        if (next_row < rows) {
            MPI_Send(matrix[next_row], rows_at_once * columns, MPI_DOUBLE, status.MPI_SOURCE, next_row,
                     MPI_COMM_LOCAL);
            next_row += rows_at_once;
        } else {
            MPI_Send(NULL, 0, MPI_DOUBLE, status.MPI_SOURCE, no_more, MPI_COMM_LOCAL);
            --left;
        }
    }
}

static int wrong_rows(void) {
    int wrong = 0;
    for (int row = 0; row < rows; ++row) {
        double expected = 0;
        for (int column = 0; column < columns; ++column) expected += matrix[row][column] * vector[column];
        if (product[row] != expected) ++wrong; /* whole numbers: exact */
    }
    return wrong;
}

int main(int argc, char **argv) {
    int alone, ranks, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &alone);
    MPI_Comm_size(MPI_COMM_LOCAL, &ranks);
    MPI_Comm_rank(MPI_COMM_LOCAL, &rank);
    matrix = malloc(sizeof *matrix * rows);
    if (alone != 1 || rank != ranks - 1 || matrix == NULL) {
        fprintf(stderr, "io_server: %s\n", matrix == NULL ? "no memory" : "to be run as sartor run --io io_server compute");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    fill();
    MPI_Bcast(vector, columns, MPI_DOUBLE, rank, MPI_COMM_LOCAL);
    serve(ranks - 1);
    const int wrong = wrong_rows();
    double sum = 0, sum_of_ranks = 0;
    for (int row = 0; row < rows; ++row) sum += product[row];
    const double nothing = 0;
    MPI_Reduce(&nothing, &sum_of_ranks, 1, MPI_DOUBLE, MPI_SUM, rank, MPI_COMM_LOCAL);
    printf("io_server: %d rows for %d ranks, sum %.0f: %s\n", rows, ranks - 1, sum,
           wrong == 0 && sum == sum_of_ranks ? "correct" : "WRONG");
    free(matrix);
    MPI_Finalize();
    return wrong == 0 && sum == sum_of_ranks ? 0 : 1;
}
