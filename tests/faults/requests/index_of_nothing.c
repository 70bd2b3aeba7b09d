/* fault:  the index of MPI_Waitany is used when no request was active: it is MPI_UNDEFINED (MPI-5.0 3.7.5)
   expect: MPI_Wait & MPI_UNDEFINED|index|request
   sees:   none
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int index, done[2] = {0}, value = 1, got;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Init(NULL, NULL);
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    for (int k = 0; k < 2 RIGHT(- 1); ++k) {
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        done[index & 1] = 1; /* an even number: what the program does with it stays in bounds */
    }
    MPI_Finalize();
    return done[1] ? 0 : 1;
}
