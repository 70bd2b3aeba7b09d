// A linear system by LU decomposition in HPL's manner (https://netlib.org/benchmark/hpl): blocks of columns are dealt out to
// the ranks in turn; the owner of a block factors it with partial pivoting, broadcasts it, and all update the blocks
// behind it. The right-hand side is one more column; it is solved backwards from rank to rank. Each number is computed
// by the same operations for every number of ranks.
//
// Usage: lu [SIZE [BLOCK]] [--time]   (default: 128, blocks of 8 columns)
#include <float.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operations.h"

static int size, block, rank, ranks;
static int blocks;        // with the right-hand side, which is the last column
static double** own;      // columns of this rank, by their numbers; null: another rank's
static double* panel;     // columns of the block that was factored
static int* pivots;       // of the block: the row with which each was exchanged

static void* allocate(size_t bytes) {
    void* const memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL) fprintf(stderr, "lu: no memory for a matrix of this size\n"), MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static double larger(double one, double other) {
    return one > other ? one : other;
}
static int owner_of(int number) {
    return number % ranks;
}
static int first_of(int number) {
    return number * block;
}
static int columns_of(int number) { // without the right-hand side
    return first_of(number) + block < size ? block : size - first_of(number);
}

// From -0.5 to 0.5; column `size` is the right-hand side.
static double element(int row, int column) {
    unsigned long long value = ((unsigned long long)column * 65536 + (unsigned)row + 1) * 0x9e3779b97f4a7c15ULL;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
    return (double)(value >> 11) / 9007199254740992.0 - 0.5;
}

static void make_columns(void) {
    own = allocate(sizeof(double*) * (size_t)(size + 1));
    for (int column = 0; column <= size; ++column) {
        if (owner_of(column / block) != rank) continue;
        own[column] = allocate(sizeof(double) * (size_t)size);
        for (int row = 0; row < size; ++row) own[column][row] = element(row, column);
    }
}
static void free_columns(void) {
    for (int column = 0; column <= size; ++column) free(own[column]);
    free(own);
}

// to -= factor * from, rows from `first` on: two loads, a product, a difference, a store each, and the loop.
static void subtract(double* to, double factor, const double* from, int first) {
    for (int row = first; row < size; ++row) to[row] -= factor * from[row];
    const unsigned long long rows = first < size ? (unsigned)(size - first) : 0;
    sartor_operations(rows, 2 * rows, 3 * rows);
}
static void exchange_rows(double* column, int one, int other) {
    const double kept = column[one];
    column[one] = column[other];
    column[other] = kept;
}

static int find_pivot(const double* column, int first) {
    int found = first;
    for (int row = first + 1; row < size; ++row)
        if (fabs(column[row]) > fabs(column[found])) found = row;
    const unsigned long long rows = (unsigned)(size - first);
    sartor_operations(2 * rows, rows, rows);
    return found;
}

// Column `first + done` of a block, whose columns before it are factored.
static void factor_column(int first, int done, int count) {
    const int at = first + done;
    double* const column = own[at];
    pivots[done] = find_pivot(column, at);
    for (int one = 0; one < count; ++one) exchange_rows(own[first + one], at, pivots[done]);
    for (int row = at + 1; row < size; ++row) column[row] /= column[at];
    sartor_operations((unsigned)(size - at), (unsigned)(size - at), 2ULL * (unsigned)(size - at));
    for (int one = done + 1; one < count; ++one) subtract(own[first + one], own[first + one][at], column, at + 1);
}
static void factor(int number) {
    for (int done = 0; done < columns_of(number); ++done) factor_column(first_of(number), done, columns_of(number));
}

// The factored columns, from the diagonal on, and the pivots go to all.
static void broadcast(int number) {
    const int first = first_of(number), count = columns_of(number), rows = size - first;
    for (int one = 0; owner_of(number) == rank && one < count; ++one)
        memcpy(&panel[one * rows], &own[first + one][first], sizeof(double) * (size_t)rows);
    MPI_Bcast(pivots, count, MPI_INT, owner_of(number), MPI_COMM_WORLD);
    MPI_Bcast(panel, count * rows, MPI_DOUBLE, owner_of(number), MPI_COMM_WORLD);
}

static void update(double* column, int number) {
    const int first = first_of(number), count = columns_of(number), rows = size - first;
    for (int one = 0; one < count; ++one) exchange_rows(column, first + one, pivots[one]);
    for (int one = 0; one < count; ++one)
        subtract(column, column[first + one], &panel[one * rows - first], first + one + 1);
}

static void decompose(void) {
    for (int number = 0; number < blocks && columns_of(number) > 0; ++number) {
        if (owner_of(number) == rank) factor(number);
        broadcast(number);
        for (int column = first_of(number) + columns_of(number); column <= size; ++column)
            if (own[column] != NULL) update(own[column], number);
    }
}

// Backwards through the block's columns: values from there on become the solution.
static void solve_block(double* values, int number) {
    for (int column = first_of(number) + columns_of(number) - 1; column >= first_of(number); --column) {
        values[column] /= own[column][column];
        for (int row = 0; row < column; ++row) values[row] -= values[column] * own[column][row];
        sartor_operations((unsigned)column, 2ULL * (unsigned)column, 3ULL * (unsigned)column);
    }
}
// The right-hand side goes from the owner of one block to that of the block before; all get the result.
static void solve(double* values) {
    int at = owner_of(size / block);
    if (at == rank) memcpy(values, own[size], sizeof(double) * (size_t)size);
    for (int number = (size - 1) / block; number >= 0; --number) {
        const int to = owner_of(number);
        if (at != to && at == rank) MPI_Send(values, size, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
        if (at != to && to == rank) MPI_Recv(values, size, MPI_DOUBLE, at, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (to == rank) solve_block(values, number);
        at = to;
    }
    MPI_Bcast(values, size, MPI_DOUBLE, at, MPI_COMM_WORLD);
}

// HPL's: the largest |Ax - b| over eps * (|A| |x| + |b|) * n, in the norm of largest sums.
static double residual_of(const double* values) {
    double error = 0, norm = 0, norm_of_values = 0, norm_of_right = 0;
    for (int row = 0; row < size; ++row) {
        double sum = -element(row, size), sizes = 0;
        for (int column = 0; column < size; ++column) {
            sum += element(row, column) * values[column];
            sizes += fabs(element(row, column));
        }
        error = larger(error, fabs(sum)), norm = larger(norm, sizes);
        norm_of_values = larger(norm_of_values, fabs(values[row])), norm_of_right = larger(norm_of_right, fabs(element(row, size)));
    }
    return error / (DBL_EPSILON * (norm * norm_of_values + norm_of_right) * size);
}
static unsigned long long digest_of(const double* values) {
    unsigned long long digest = 0, bits;
    for (int row = 0; row < size; ++row) memcpy(&bits, &values[row], sizeof bits), digest = digest * 31 + bits;
    return digest;
}

static int report(const double* values, double seconds, int shows_time) {
    const int passed = residual_of(values) < 16;
    const double operations = 2.0 / 3 * size * size * (double)size + 1.5 * size * (double)size;
    if (shows_time) printf("lu: %d ranks, %.6f s, %.4f GFLOPS\n", ranks, seconds, operations / seconds * 1e-9);
    printf("lu: %d equations, blocks of %d, result %016llx, %s\n", size, block, digest_of(values), passed ? "passed" : "FAILED");
    return !passed;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int shows_time = argc > 1 && strcmp(argv[argc - 1], "--time") == 0;
    argc -= shows_time;
    size = argc > 1 ? atoi(argv[1]) : 128, block = argc > 2 ? atoi(argv[2]) : 8;
    if (size < 1 || size > 16384 || block < 1 || block > size) {
        fprintf(stderr, "lu: usage: lu [SIZE [BLOCK]] [--time]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    blocks = size / block + 1;
    panel = allocate(sizeof(double) * (size_t)size * (size_t)block);
    pivots = allocate(sizeof(int) * (size_t)block);
    double* const values = allocate(sizeof(double) * (size_t)size);
    make_columns();
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    decompose();
    solve(values);
    const double seconds = MPI_Wtime() - start;
    const int failed = rank == 0 ? report(values, seconds, shows_time) : 0;
    free_columns();
    free(panel), free(pivots), free(values);
    MPI_Finalize();
    return failed;
}
