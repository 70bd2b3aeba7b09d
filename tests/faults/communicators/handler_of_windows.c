/* fault:  an error handler that was made for windows is set for a communicator (MPI-5.0 9.3.1)
   expect: MPI_Comm_set_errhandler & handler
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

static void of_window(MPI_Win* window, int* code, ...) {
    (void)window;
    exit(*code);
}
static void of_communicator(MPI_Comm* comm, int* code, ...) {
    (void)comm;
    exit(*code);
}

int main(void) {
    MPI_Errhandler for_windows, for_communicators;
    MPI_Init(NULL, NULL);
    MPI_Win_create_errhandler(of_window, &for_windows);
    MPI_Comm_create_errhandler(of_communicator, &for_communicators);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, WRONG(for_windows) RIGHT(for_communicators));
    MPI_Errhandler_free(&for_windows);
    MPI_Errhandler_free(&for_communicators);
    MPI_Finalize();
    return 0;
}
