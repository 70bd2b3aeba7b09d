/* fault:  an error handler is made and never freed (MPI-5.0 9.3.4)
   expect: MPI_Comm_create_errhandler|error handler|errhandler & not freed|neither|leak|left|never
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

static void ignore(MPI_Comm* comm, int* code, ...) { (void)comm; (void)code; }

int main(void) {
    MPI_Errhandler handler;
    MPI_Init(NULL, NULL);
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    RIGHT(MPI_Errhandler_free(&handler);)
    MPI_Finalize();
    return 0;
}
