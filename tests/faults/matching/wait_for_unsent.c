/* fault:  a rank waits for a message that is sent only after an answer to it (MPI-5.0 3.7.4)
   expect: deadlock & MPI_Wait
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, question = 1, answer = 2;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Send(&question, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else {
        MPI_Recv(&question, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
