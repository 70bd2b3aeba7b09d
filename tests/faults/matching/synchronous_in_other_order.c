/* fault:  synchronous messages with two tags are received in the other order (MPI-5.0 3.4, 3.5)
   expect: deadlock & MPI_Ssend|MPI_Recv
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int tag = 0; tag < 2; ++tag) {
        if (rank == 0) MPI_Ssend(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, WRONG(1 - tag) RIGHT(tag), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
