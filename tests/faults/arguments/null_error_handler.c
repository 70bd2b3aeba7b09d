/* fault:  MPI_ERRHANDLER_NULL is set as an error handler (MPI-5.0 9.3)
   expect: MPI_Comm_set_errhandler & error ?handler|errhandler|ERR_ARG
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, WRONG(MPI_ERRHANDLER_NULL) RIGHT(MPI_ERRORS_RETURN));
    MPI_Finalize();
    return 0;
}
