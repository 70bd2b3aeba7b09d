/* fault:  a file is opened neither to be read nor to be written (MPI-5.0 14.2.1)
   expect: MPI_File_open & amode|mode
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "no_access_mode.data",
                  MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE RIGHT(| MPI_MODE_WRONLY), MPI_INFO_NULL, &file);
    if (file != MPI_FILE_NULL) MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
