/* fault:  a rank of the larger, own group is addressed in an intercommunicator, whose destinations are of the other
           group (MPI-5.0 7.6, 3.2.3)
   expect: MPI_Send & rank|destination
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    MPI_Comm local, between;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 5, &between);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, WRONG(1) RIGHT(0), 0, between);
    if (rank == 2) MPI_Recv(&value, 1, MPI_INT, 0, 0, between, MPI_STATUS_IGNORE);
    MPI_Comm_free(&between);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
