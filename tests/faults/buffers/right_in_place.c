/* right:  MPI_IN_PLACE where it is allowed (MPI-5.0 6.5 to 6.11)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[3] = {0}, sum = 1, part;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 3);
    values[rank] = rank;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(values[0] == 0 && values[1] == 1 && values[2] == 2);
    MPI_Gather(rank == 1 ? MPI_IN_PLACE : &rank, 1, MPI_INT, rank == 1 ? values : NULL, 1, MPI_INT, 1, MPI_COMM_WORLD);
    part = rank;
    MPI_Scatter(rank == 1 ? values : NULL, 1, MPI_INT, rank == 1 ? MPI_IN_PLACE : &part, 1, MPI_INT, 1, MPI_COMM_WORLD);
    CHECK(part == rank);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Scan(MPI_IN_PLACE, &part, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(part == rank * (rank + 1) / 2);
    MPI_Finalize();
    return 0;
}
