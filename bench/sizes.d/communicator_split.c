// The ranks split into rows and columns of a grid; sums within a row and a broadcast within a column.
#include <mpi.h>
#include <stdio.h>

enum { width = 2 };

int main(int argc, char** argv) {
    int rank, size, row_rank, row_size, sum, value, expected = 0;
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank / width, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % width, rank, &column);
    MPI_Comm_rank(row, &row_rank);
    MPI_Comm_size(row, &row_size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    value = rank;
    MPI_Bcast(&value, 1, MPI_INT, 0, column);
    for (int index = 0; index < row_size; ++index) expected += rank / width * width + index;
    int wrong = sum != expected || value != rank % width || row_rank != rank % width;
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    printf("%s: split on rank %d\n", wrong ? "wrong" : "ok", rank);
    MPI_Finalize();
    return wrong;
}
