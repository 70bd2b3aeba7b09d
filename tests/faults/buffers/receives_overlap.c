/* fault:  two active receives overlap by one number: lengths are counted from 1 (MPI-5.0 3.7.2)
   expect: MPI_Irecv & buffer|overlap|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[9] = {0};
    MPI_Request requests[2];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; ++k) {
        if (rank == 0) MPI_Isend(values, 4 WRONG(+ 1), MPI_INT, 1, k, MPI_COMM_WORLD, &requests[k]);
        if (rank == 1) MPI_Irecv(values + 4 * k, 4 WRONG(+ 1), MPI_INT, 0, k, MPI_COMM_WORLD, &requests[k]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
