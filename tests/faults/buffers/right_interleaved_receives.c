/* right:  two active receives whose buffers interleave and do not overlap: the columns of one matrix (MPI-5.0 5.1.11)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, matrix[4][2] = {{0}}, column[4];
    MPI_Datatype type;
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        for (int k = 0; k < 2; ++k) MPI_Irecv(&matrix[0][k], 1, type, k + 1, 0, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int row = 0; row < 4; ++row) CHECK(matrix[row][0] == 1 && matrix[row][1] == 2);
    } else {
        for (int row = 0; row < 4; ++row) column[row] = rank;
        MPI_Send(column, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
