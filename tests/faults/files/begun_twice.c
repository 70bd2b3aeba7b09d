/* fault:  two split collective accesses of a file are under way (MPI-5.0 14.4.5)
   expect: MPI_File_write_all_begin & MPI_File_write_all_end|split|OTHER
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "begun_twice.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_all_begin(file, &value, 1, MPI_INT);
    RIGHT(MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);)
    MPI_File_write_all_begin(file, &value, 1, MPI_INT);
    MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
