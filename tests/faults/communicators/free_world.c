/* fault:  MPI_COMM_WORLD is freed (MPI-5.0 7.4.3, 7.2.4)
   expect: MPI_Comm_free & communicator|ERR_COMM|predefined|permanent
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Comm own, comm;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    comm = WRONG(MPI_COMM_WORLD) RIGHT(own);
    MPI_Comm_free(&comm);
    WRONG(MPI_Comm_free(&own);)
    MPI_Finalize();
    return 0;
}
