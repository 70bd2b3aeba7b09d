/* fault:  a file is not closed (MPI-5.0 14.2.2)
   expect: file & closed
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "not_closed.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    RIGHT(MPI_File_close(&file);)
    MPI_Finalize();
    return 0;
}
