/* fault:  a wildcard may take the message that the next receive waits for; whether it does depends on which of two
           messages is first: ordinarily that of rank 1, and all goes well (MPI-5.0 3.5)
   expect: deadlock|race|other order & MPI_Recv
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include <unistd.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) usleep(100000);
    if (rank != 0) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, WRONG(MPI_ANY_SOURCE) RIGHT(1), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
