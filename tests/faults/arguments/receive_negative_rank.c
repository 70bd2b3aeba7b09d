/* fault:  the left neighbour of rank 0 is a negative number where it should be MPI_PROC_NULL (MPI-5.0 3.2.4, 3.11)
   expect: MPI_Recv & rank|source
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, value = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : WRONG(-10) RIGHT(MPI_PROC_NULL);
    int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Send(&value, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
