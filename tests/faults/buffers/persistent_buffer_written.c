/* fault:  the buffer of a started persistent send is written before it is complete (MPI-5.0 3.9, 3.7.2)
   expect: MPI_Start|MPI_Wait|MPI_Send_init & buffer|modified|changed|written
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 0;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    if (rank == 1) MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int round = 1; round < 3; ++round) {
        RIGHT(if (rank == 0) value = round;)
        MPI_Start(&request);
        WRONG(if (rank == 0) value = round;)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
