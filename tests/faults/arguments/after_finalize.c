/* fault:  a barrier after MPI_Finalize (MPI-5.0 11.2.2)
   expect: MPI_Barrier & after|finali
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Init(NULL, NULL);
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    MPI_Finalize();
    WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    return 0;
}
