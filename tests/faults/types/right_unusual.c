/* right:  unusual datatypes: of no elements, with gaps, with a negative stride, with a lower bound, absolute addresses
           from MPI_BOTTOM, overlapping ones that are only sent (MPI-5.0 5.1)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[6] = {1, 2, 3, 4, 5, 6}, got[6] = {0}, one = 1;
    MPI_Aint address;
    MPI_Datatype types[5], integer = MPI_INT;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &types[0]);
    MPI_Type_vector(3, 1, -2, MPI_INT, &types[1]);
    MPI_Type_create_resized(MPI_INT, -4, 12, &types[2]);
    MPI_Get_address(rank == 0 ? &values[2] : &got[2], &address);
    MPI_Type_create_struct(1, &one, &address, &integer, &types[3]);
    MPI_Type_vector(2, 2, 1, MPI_INT, &types[4]);
    for (int k = 0; k < 5; ++k) MPI_Type_commit(&types[k]);
    if (rank == 0) {
        MPI_Send(values, 3, types[0], 1, 0, MPI_COMM_WORLD);
        MPI_Send(values + 4, 1, types[1], 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 2, types[2], 1, 0, MPI_COMM_WORLD);
        MPI_Send(MPI_BOTTOM, 1, types[3], 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 1, types[4], 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(got, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(got, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got[0] == 5 && got[1] == 3 && got[2] == 1);
        MPI_Recv(got, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got[0] == 1 && got[1] == 4);
        MPI_Recv(MPI_BOTTOM, 1, types[3], 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got[2] == 3);
        MPI_Recv(got, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got[1] == 2 && got[2] == 2);
    }
    for (int k = 0; k < 5; ++k) MPI_Type_free(&types[k]);
    MPI_Finalize();
    return 0;
}
