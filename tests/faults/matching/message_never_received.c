/* fault:  a message that nobody receives: MPI_Finalize needs all communication to be completed (MPI-5.0 11.2.2)
   expect: unreceived|not received|unmatched|not matched|never received|unexpected message|deadlock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        RIGHT(MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    MPI_Finalize();
    return 0;
}
