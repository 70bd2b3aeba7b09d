/* right:  a program looks whether a file exists by trying to open it, and has a handler of its own for mistakes
           (MPI-5.0 14.2.1, 14.7)
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value;
    MPI_File file;
    int code;
    MPI_Init(NULL, NULL);
    code = MPI_File_open(MPI_COMM_SELF, "no_such_file.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CHECK(code != MPI_SUCCESS);
    MPI_Error_class(code, &value);
    CHECK(value == MPI_ERR_NO_SUCH_FILE);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    code = MPI_File_open(MPI_COMM_SELF, "right_missing_file.data", MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    CHECK(code != MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
