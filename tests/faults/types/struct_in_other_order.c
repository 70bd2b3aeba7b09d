/* fault:  a struct of an integer and a float is received as one of a float and an integer (MPI-5.0 3.3.1, 5.1.11)
   expect: MPI_Recv & type|signature
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    struct { int count; float weight; } item = {1, 2};
    int rank, lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {0, 4};
    MPI_Datatype types[2] = {MPI_INT, MPI_FLOAT}, type;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 1) types[0] = MPI_FLOAT, types[1] = MPI_INT;)
    MPI_Type_create_struct(2, lengths, offsets, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) MPI_Send(&item, 1, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&item, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
