/* fault:  a buffered send without a buffer attached (MPI-5.0 3.6)
   expect: MPI_Bsend & buffer
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    static char space[MPI_BSEND_OVERHEAD + 64];
    int rank, value = 1, size;
    char* detached;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    RIGHT(MPI_Buffer_attach(space, (int)sizeof space);)
    if (rank == 0) MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    RIGHT(MPI_Buffer_detach(&detached, &size);)
    WRONG((void)space; (void)detached; (void)size;)
    MPI_Finalize();
    return 0;
}
