/* fault:  a communicator is used after it was freed, by a copy of its handle (MPI-5.0 7.4.3)
   expect: MPI_Barrier & communicator|ERR_COMM
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Comm own, copy;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    copy = own;
    WRONG(MPI_Comm_free(&own);)
    MPI_Barrier(copy);
    RIGHT(MPI_Comm_free(&own);)
    MPI_Finalize();
    return 0;
}
