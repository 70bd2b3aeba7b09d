/* fault:  a message that is too long for a wildcard receive may be the first; ordinarily the short one is (MPI-5.0 3.5)
   expect: race & MPI_Recv
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include <unistd.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4};
    MPI_Status status;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) usleep(100000);
    if (rank == 1) MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Send(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(values, WRONG(1) RIGHT(4), MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Recv(values, 4, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    }
    MPI_Finalize();
    return 0;
}
