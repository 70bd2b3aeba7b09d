/* fault:  a communicator is used before MPI_Init (MPI-5.0 11.2.1)
   expect: MPI_Comm_rank & before|not (yet )?initialized|init
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    RIGHT(MPI_Init(NULL, NULL);)
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(MPI_Init(NULL, NULL);)
    MPI_Finalize();
    return 0;
}
