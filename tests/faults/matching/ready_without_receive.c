/* fault:  a ready-mode send before its receive is posted (MPI-5.0 3.4)
   expect: MPI_Rsend & ready|posted|receive
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
        MPI_Rsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    } else {
        RIGHT(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);)
        MPI_Barrier(MPI_COMM_WORLD);
        WRONG(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
