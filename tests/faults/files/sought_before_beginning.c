/* fault:  the position of a file is set before its beginning (MPI-5.0 14.4.3)
   expect: MPI_File_seek & offset|position|ARG
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "sought_before_beginning.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_seek(file, WRONG(-8) RIGHT(8), MPI_SEEK_SET);
    MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
