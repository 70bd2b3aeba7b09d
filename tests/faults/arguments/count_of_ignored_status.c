/* fault:  MPI_STATUS_IGNORE is handed to a function that reads a status (MPI-5.0 3.2.6)
   expect: MPI_Get_count & status|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, got, count;
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(WRONG(MPI_STATUS_IGNORE) RIGHT(&status), MPI_INT, &count);
    MPI_Finalize();
    return 0;
}
