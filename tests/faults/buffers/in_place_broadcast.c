/* fault:  MPI_IN_PLACE as the buffer of a broadcast, which has one anyway (MPI-5.0 6.4, 6.1)
   expect: MPI_Bcast & buf|IN_PLACE|ERR_ARG
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1;
    MPI_Init(NULL, NULL);
    MPI_Bcast(WRONG(MPI_IN_PLACE) RIGHT(&value), 1, MPI_INT, 0, MPI_COMM_WORLD);
    WRONG((void)value;)
    MPI_Finalize();
    return 0;
}
