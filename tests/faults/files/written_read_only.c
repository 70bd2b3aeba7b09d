/* fault:  a file that was opened to be read is written (MPI-5.0 14.2.1)
   expect: MPI_File_write & RDONLY|READ_ONLY|read-only
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "written_read_only.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_SELF, "written_read_only.data",
                  MPI_MODE_DELETE_ON_CLOSE | WRONG(MPI_MODE_RDONLY) RIGHT(MPI_MODE_RDWR), MPI_INFO_NULL, &file);
    MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
