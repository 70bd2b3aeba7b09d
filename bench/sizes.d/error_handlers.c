// Errors come back as codes or go to a handler of the program's own, and are explained by class and text.
#include <mpi.h>
#include <stdio.h>

static int handled;

static void count_error(MPI_Comm* communicator, int* code, ...) {
    (void)communicator;
    (void)code;
    ++handled;
}

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

int main(int argc, char** argv) {
    int rank, size, length, data = 0, wrong = 0;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int code = MPI_Send(&data, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    wrong += class_of(code) != MPI_ERR_RANK;
    MPI_Error_string(code, text, &length);
    wrong += length == 0;
    MPI_Comm_create_errhandler(count_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    code = MPI_Send(&data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    wrong += class_of(code) != MPI_ERR_COUNT || handled != 1;
    MPI_Errhandler_free(&handler);
    wrong += handler != MPI_ERRHANDLER_NULL;
    printf("%s: errors on rank %d\n", wrong ? "wrong" : "ok", rank);
    MPI_Finalize();
    return wrong != 0;
}
