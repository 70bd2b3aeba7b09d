/* fault:  a message that a matched probe has taken is never received (MPI-5.0 3.8.2, 11.2.2)
   expect: message & not received|unreceived|never received|not freed|left|matched|deadlock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Message message;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        RIGHT(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);)
    }
    MPI_Finalize();
    return 0;
}
