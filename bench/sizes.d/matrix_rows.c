// Matrix times vector: the vector is broadcast, the matrix's rows are scattered, the results gathered.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows_of_a_rank = 4, columns = 50 };

static double element(int row, int column) {
    return row + 2.0 * column;
}

static double row_times(const double* row, const double* vector) {
    double sum = 0;
    for (int column = 0; column < columns; ++column) sum += row[column] * vector[column];
    return sum;
}

int main(int argc, char** argv) {
    int rank, size, wrong = 0;
    double vector[columns], mine[rows_of_a_rank * columns], results[rows_of_a_rank];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rows = size * rows_of_a_rank;
    double* matrix = rank == 0 ? malloc(sizeof(double) * rows * columns) : NULL;
    double* product = rank == 0 ? malloc(sizeof(double) * rows) : NULL;
    for (int column = 0; column < columns && rank == 0; ++column) {
        vector[column] = column % 3;
        for (int row = 0; row < rows; ++row) matrix[row * columns + column] = element(row, column);
    }
    MPI_Bcast(vector, columns, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Scatter(matrix, rows_of_a_rank * columns, MPI_DOUBLE, mine, rows_of_a_rank * columns, MPI_DOUBLE, 0,
                MPI_COMM_WORLD);
    for (int row = 0; row < rows_of_a_rank; ++row) results[row] = row_times(mine + row * columns, vector);
    MPI_Gather(results, rows_of_a_rank, MPI_DOUBLE, product, rows_of_a_rank, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int row = 0; row < rows && rank == 0; ++row)
        wrong += product[row] != row_times(matrix + row * columns, vector);
    if (rank == 0) printf("%s: matrix of %d rows\n", wrong ? "wrong" : "ok", rows);
    free(matrix);
    free(product);
    MPI_Finalize();
    return wrong != 0;
}
