// What MPI allocates for a program counts as its own: a cluster has no room for a window and as much besides.
#include <mpi.h>
#include <stdio.h>

static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

int main(int argc, char** argv) {
    enum { most = 1200000 };
    void *memory = NULL, *more = NULL;
    int failures = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Win_allocate(most, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    failures += class_of(MPI_Alloc_mem(most, MPI_INFO_NULL, &more)) != MPI_ERR_NO_MEM;
    MPI_Win_free(&win);
    failures += MPI_Alloc_mem(most, MPI_INFO_NULL, &more) != MPI_SUCCESS;
    MPI_Free_mem(more);
    failures += MPI_Alloc_mem(most, MPI_INFO_NULL, &more) != MPI_SUCCESS;
    MPI_Free_mem(more);
    printf(failures == 0 ? "counted\n" : "%d failures\n", failures);
    MPI_Finalize();
    return failures != 0;
}
