/* right:  pairs of numbers as a predefined pair, as a struct and one by one, and a duplicate of a datatype: the
           signatures are the same (MPI-5.0 3.3.1, 5.1.11, 6.9.4)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    struct { double value; int index; } item = {2, 3}, items[2];
    int rank, pair[4] = {1, 2, 3, 4}, lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {0, sizeof(double)};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, made, copy;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, lengths, offsets, types, &made);
    MPI_Type_commit(&made);
    MPI_Type_dup(made, &copy);
    if (rank == 0) {
        MPI_Send(pair, 2, MPI_2INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&item, 1, MPI_DOUBLE_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&item, 1, copy, 1, 0, MPI_COMM_WORLD);
    } else {
        pair[3] = 0;
        MPI_Recv(pair, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(pair[3] == 4);
        MPI_Recv(&items[0], 1, made, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&items[1], 1, MPI_DOUBLE_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(items[0].index == 3 && items[1].value == 2);
    }
    MPI_Type_free(&copy);
    MPI_Type_free(&made);
    MPI_Finalize();
    return 0;
}
