/* fault:  two ranks open a file with different modes (MPI-5.0 14.2.1)
   expect: MPI_File_open & mode & same|differ|NOT_SAME
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "other_modes.data",
                  MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE |
                      (rank == 0 ? MPI_MODE_WRONLY : WRONG(MPI_MODE_RDWR) RIGHT(MPI_MODE_WRONLY)),
                  MPI_INFO_NULL, &file);
    if (file != MPI_FILE_NULL) MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
