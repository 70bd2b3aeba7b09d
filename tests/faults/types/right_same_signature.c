/* right:  sender and receiver describe the same numbers by different datatypes (MPI-5.0 3.3.1, 5.1.11)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, matrix[4][4], row[4] = {1, 2, 3, 4}, lengths[2] = {1, 3}, offsets[2] = {3, 0};
    MPI_Datatype column, pieces;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_indexed(2, lengths, offsets, MPI_INT, &pieces);
    MPI_Type_commit(&pieces);
    if (rank == 0) {
        MPI_Send(row, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(row, 1, pieces, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&matrix[0][1], 1, column, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(matrix[0][1] == 1 && matrix[3][1] == 4);
        MPI_Recv(row, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(row[0] == 4 && row[1] == 1);
    }
    MPI_Type_free(&pieces);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
