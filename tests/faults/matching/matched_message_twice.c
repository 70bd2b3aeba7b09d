/* fault:  the message of a matched probe is received twice: its handle was copied (MPI-5.0 3.8.3)
   expect: MPI_Mrecv & message|request
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got;
    MPI_Message message, copy;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Mprobe(0, 0, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
    copy = message;
    WRONG(MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);)
    MPI_Mrecv(&got, 1, MPI_INT, &copy, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
