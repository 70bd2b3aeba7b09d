/* right:  a message that ends in the middle of a struct: fewer numbers than the receive has room for (MPI-5.0 5.1.11)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    struct { double value; int index; } items[2] = {{1, 2}, {3, 4}};
    int rank, count, elements, lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {0, sizeof(double)};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, bare, made;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, lengths, offsets, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof items[0], &made);
    MPI_Type_commit(&made);
    if (rank == 0) MPI_Send(&items[0].value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(items, 2, made, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, made, &count);
        MPI_Get_elements(&status, made, &elements);
        CHECK(count == MPI_UNDEFINED && elements == 1);
    }
    MPI_Type_free(&made);
    MPI_Type_free(&bare);
    MPI_Finalize();
    return 0;
}
