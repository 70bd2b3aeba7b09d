/* fault:  two ranks set different sizes of a file (MPI-5.0 14.2.4)
   expect: MPI_File_set_size & same|differ|NOT_SAME
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "other_sizes.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, WRONG(100 + rank) RIGHT(100));
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
