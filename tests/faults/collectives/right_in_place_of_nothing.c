/* right:  in place at all ranks, or at those that have something (MPI-5.0 6.7, 6.9.6, 6.10)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sum = 1, all[3], part[1], none;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 3);
    all[rank] = rank;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(all[0] == 0 && all[1] == 1 && all[2] == 2);
    MPI_Allreduce(rank == 0 ? MPI_IN_PLACE : &none, &sum, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(rank == 1 ? MPI_IN_PLACE : &all[1], rank == 1 ? &all[1] : part, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
