/* fault:  two receives into columns of a matrix at once, again and again; the last time one has another stride, and
           they share an element (MPI-5.0 3.7.2)
   expect: MPI_Irecv & buffer|overlap|in common
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

enum { rows = 4, width = 6, turns = 5 };

static void receive_columns(double* matrix, int first_stride) {
    MPI_Datatype columns[2];
    MPI_Request requests[2];
    for (int column = 0; column < 2; ++column) {
        MPI_Type_vector(rows, 2, column == 0 ? first_stride : width, MPI_DOUBLE, &columns[column]);
        MPI_Type_commit(&columns[column]);
        MPI_Irecv(matrix + 2 * column, 1, columns[column], 0, column, MPI_COMM_WORLD, &requests[column]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int column = 0; column < 2; ++column) MPI_Type_free(&columns[column]);
}

int main(void) {
    double matrix[rows * width] = {0}, values[2 * rows] = {0};
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 1; turn <= turns; ++turn) {
        if (rank == 1) receive_columns(matrix, turn < turns ? width : width WRONG(+ 1));
        for (int column = 0; rank == 0 && column < 2; ++column)
            MPI_Send(values, 2 * rows, MPI_DOUBLE, 1, column, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
