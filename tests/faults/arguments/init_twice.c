/* fault:  MPI_Init is called twice (MPI-5.0 11.2.1)
   expect: MPI_Init & twice|already|second|more than once|ERR_OTHER
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int initialized;
    MPI_Init(NULL, NULL);
    MPI_Initialized(&initialized);
    if (WRONG(initialized) RIGHT(!initialized)) MPI_Init(NULL, NULL);
    MPI_Finalize();
    return 0;
}
