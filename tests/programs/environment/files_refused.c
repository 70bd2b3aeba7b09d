// Files are not there yet: programs that use them are linked, and MPI_File_open returns an error that they can handle
// (MPI-5.0 sections 9.3 and 14.7).
// ranks: 1 2
// oracle: no
#include <mpi.h>
#include <stdio.h>

static int failures, handled;

#define CHECK(condition) ((condition) ? (void)0 : (void)(++failures, puts("does not hold: " #condition)))

static void count(MPI_File* file, int* code, ...) {
    CHECK(*file == MPI_FILE_NULL && *code == MPI_ERR_UNSUPPORTED_OPERATION);
    ++handled;
}

static int open_file(MPI_File* file) {
    return MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, file);
}

int main(int argc, char** argv) {
    MPI_File file = NULL;
    MPI_Errhandler handler, set;
    int value = 0, error_class = 0;
    MPI_Init(&argc, &argv);
    MPI_File_get_errhandler(MPI_FILE_NULL, &set);
    CHECK(set == MPI_ERRORS_RETURN);
    MPI_Error_class(open_file(&file), &error_class);
    CHECK(error_class == MPI_ERR_UNSUPPORTED_OPERATION && file == MPI_FILE_NULL);
    MPI_File_create_errhandler(count, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_Errhandler_free(&handler);
    CHECK(open_file(&file) == MPI_ERR_UNSUPPORTED_OPERATION && handled == 1);
    if (file != MPI_FILE_NULL) {
        MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
        MPI_File_write_all(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Finalize();
    if (failures == 0) puts("ok: files are refused");
    return failures != 0;
}
