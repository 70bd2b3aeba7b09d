/* fault:  the remote size of a communicator with one group (MPI-5.0 7.6.1)
   expect: MPI_Comm_remote_size & communicator|ERR_COMM
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int inter, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_test_inter(MPI_COMM_WORLD, &inter);
    if (WRONG(!)inter) MPI_Comm_remote_size(MPI_COMM_WORLD, &size);
    MPI_Finalize();
    return 0;
}
