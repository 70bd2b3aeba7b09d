// MPI_File_open under MPI_ERRORS_ARE_FATAL.
// ranks: 1
// exit: nonzero
// stderr: MPI_File_open: opening no/such/file: No such file or directory .*MPI_ERR_NO_SUCH_FILE
#include <mpi.h>

int main(int argc, char** argv) {
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, "no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Finalize();
    return 0;
}
