/* fault:  two active receives have the same buffer (MPI-5.0 3.7.2)
   expect: MPI_Irecv & buffer|overlap|memory
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[2] = {1, 2};
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int k = 0; k < 2; ++k)
            MPI_Irecv(&values[RIGHT(k) WRONG(0)], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else
        MPI_Send(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
