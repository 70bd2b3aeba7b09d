/* fault:  the root of a broadcast is not in the communicator: ranks count from 0 (MPI-5.0 6.4)
   expect: MPI_Bcast & root
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int size, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&value, 1, MPI_INT, size RIGHT(- 1), MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
