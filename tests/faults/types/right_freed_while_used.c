/* right:  a datatype is freed while a receive by it is active, and a type made of it lives on (MPI-5.0 5.1.9)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4};
    MPI_Datatype pair, pairs;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(2, pair, &pairs);
    MPI_Type_free(&pair);
    MPI_Type_commit(&pairs);
    MPI_Type_commit(&pairs);
    if (rank == 1) MPI_Irecv(values, 1, pairs, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Isend(values, 1, pairs, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Type_free(&pairs);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(values[3] == 4);
    MPI_Finalize();
    return 0;
}
