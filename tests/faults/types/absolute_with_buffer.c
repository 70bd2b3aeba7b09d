/* fault:  a datatype of absolute addresses is used with a buffer and not with MPI_BOTTOM (MPI-5.0 5.1.5)
   expect: MPI_Send & buf.* absolute addresses
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4};
    int lengths[2] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype type;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(&values[0], &places[0]);
    MPI_Get_address(&values[2], &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(WRONG(values) RIGHT(MPI_BOTTOM), 1, type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
