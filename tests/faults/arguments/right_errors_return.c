/* right:  errors that the program asks to be returned, and takes care of (MPI-5.0 9.3)
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

static int handled;

static void handler(MPI_Comm* comm, int* code, ...) {
    (void)comm;
    MPI_Error_class(*code, &handled);
}

int main(void) {
    int value = 1, class, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Comm own;
    MPI_Errhandler made;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    int code = MPI_Send(&value, 1, MPI_INT, 1000, 0, own);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_RANK);
    MPI_Error_string(code, text, &length);
    CHECK(length > 0);
    MPI_Comm_create_errhandler(handler, &made);
    MPI_Comm_set_errhandler(own, made);
    MPI_Errhandler_free(&made);
    MPI_Send(&value, -1, MPI_INT, 0, 0, own);
    CHECK(handled == MPI_ERR_COUNT);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
