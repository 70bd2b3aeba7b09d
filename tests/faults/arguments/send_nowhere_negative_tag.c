/* fault:  a tag is negative; in this run the destination is MPI_PROC_NULL, in others it need not be (MPI-5.0 3.2.3)
   expect: MPI_Isend & tag
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, size;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Isend(&value, 1, MPI_INT, size > 1 ? 1 : MPI_PROC_NULL, WRONG(-2) RIGHT(2), MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
