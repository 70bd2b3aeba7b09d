/* right:  collectives of an intercommunicator: MPI_ROOT, MPI_PROC_NULL, and counts that differ between the groups
           (MPI-5.0 6.2.2)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 0, mine[2] = {1, 2}, theirs[6] = {0};
    MPI_Comm local, between;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int left = rank == 0;
    MPI_Comm_split(MPI_COMM_WORLD, left, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, left ? 1 : 0, 0, &between);
    if (rank == 2) value = 8;
    MPI_Bcast(&value, 1, MPI_INT, left ? 1 : rank == 2 ? MPI_ROOT : MPI_PROC_NULL, between);
    CHECK(!left || value == 8);
    MPI_Allgather(mine, left ? 2 : 1, MPI_INT, theirs, left ? 1 : 2, MPI_INT, between);
    CHECK(theirs[0] == 1 && theirs[1] == (left ? 1 : 2));
    MPI_Barrier(between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
