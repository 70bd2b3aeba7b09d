// Conjugate gradients (M. Hestenes, E. Stiefel, 1952) for Poisson's equation on a square grid, whose rows are distributed:
// neighbours exchange edges, all ranks add up products. The right-hand side is that of a known solution.
//
// Usage: conjugate_gradient [SIZE]   (default: 64 points a side)
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int size, rank, ranks;
static int first_row, row_count;

static void fail(const char* message) {
    fprintf(stderr, "conjugate_gradient: %s\n", message);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// The rows of this rank with one more at either end.
static double* make_vector(void) {
    double* const vector = calloc((size_t)(row_count + 2) * (size_t)size, sizeof *vector);
    if (vector == NULL) fail("no memory for a grid of this size");
    return vector;
}
static double* row_of(double* vector, int row) {
    return &vector[(size_t)(row + 1) * (size_t)size];
}

static void exchange_edges(double* vector) {
    const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    MPI_Request requests[4];
    MPI_Irecv(row_of(vector, -1), size, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(row_of(vector, row_count), size, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(row_of(vector, 0), size, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(row_of(vector, row_count - 1), size, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// The matrix: 4 on the diagonal, -1 for each neighbour of a point.
static void multiply(double* vector, double* product) {
    exchange_edges(vector);
    for (int row = 0; row < row_count; ++row) {
        const double *const own = row_of(vector, row), *const above = own - size, *const below = own + size;
        for (int column = 0; column < size; ++column) {
            const double left = column > 0 ? own[column - 1] : 0, right = column + 1 < size ? own[column + 1] : 0;
            row_of(product, row)[column] = 4 * own[column] - left - right - above[column] - below[column];
        }
    }
}

static double dot(double* one, double* other) {
    double own = 0, all = 0;
    for (int index = 0; index < row_count * size; ++index) own += row_of(one, 0)[index] * row_of(other, 0)[index];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

// one = factor * one + other_factor * other
static void combine(double factor, double* one, double other_factor, double* other) {
    for (int index = 0; index < row_count * size; ++index)
        row_of(one, 0)[index] = factor * row_of(one, 0)[index] + other_factor * row_of(other, 0)[index];
}

// Returns the steps until the residual's norm is 1e-12 of what it was.
static int solve(double* solution, double* residual) {
    double *const direction = make_vector(), *const product = make_vector();
    memcpy(row_of(direction, 0), row_of(residual, 0), sizeof(double) * (size_t)row_count * (size_t)size);
    const double start = dot(residual, residual);
    double norm = start;
    int steps = 0;
    for (; norm > 1e-24 * start && steps < 10 * size; ++steps) {
        multiply(direction, product);
        const double length = norm / dot(direction, product), before = norm;
        combine(1, solution, length, direction);
        combine(1, residual, -length, product);
        norm = dot(residual, residual);
        combine(norm / before, direction, 1, residual);
    }
    free(direction);
    free(product);
    return steps;
}

static double expected_at(int row, int column) {
    return (double)((row * 31 + column * 17) % 101) / 101;
}
static double largest_error(double* solution) {
    double own = 0, all = 0;
    for (int row = 0; row < row_count; ++row)
        for (int column = 0; column < size; ++column)
            own = fmax(own, fabs(row_of(solution, row)[column] - expected_at(first_row + row, column)));
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    size = argc > 1 ? atoi(argv[1]) : 64;
    if (size < ranks || size > 16384) fail("usage: conjugate_gradient [SIZE], a row for each rank at least");
    first_row = (int)((long)size * rank / ranks);
    row_count = (int)((long)size * (rank + 1) / ranks) - first_row;
    double *const expected = make_vector(), *const residual = make_vector(), *const solution = make_vector();
    for (int row = 0; row < row_count; ++row)
        for (int column = 0; column < size; ++column) row_of(expected, row)[column] = expected_at(first_row + row, column);
    multiply(expected, residual);
    const int steps = solve(solution, residual);
    const double error = largest_error(solution);
    const int failed = !(error < 1e-9);
    if (rank == 0) {
        fprintf(stderr, "conjugate_gradient: %d steps\n", steps);
        printf("conjugate_gradient: %d x %d points, error %s\n", size, size, failed ? "TOO LARGE" : "below 1e-9");
    }
    free(expected), free(residual), free(solution);
    MPI_Finalize();
    return failed;
}
