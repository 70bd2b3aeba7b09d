/* right:  a request is completed by a copy of its handle, and the original is set anew before it is used
           (MPI-5.0 3.7.3)
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got, flag = 0;
    MPI_Request original, copy;
    MPI_Init(NULL, NULL);
    for (int round = 0; round < 3; ++round) {
        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &original);
        copy = original;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Request_get_status(original, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&copy, MPI_STATUS_IGNORE);
    }
    CHECK(got == 1);
    MPI_Finalize();
    return 0;
}
