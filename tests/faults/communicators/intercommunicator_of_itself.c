/* fault:  both groups of an intercommunicator have the same ranks (MPI-5.0 7.6.2)
   expect: MPI_Intercomm_create & group|overlap|disjoint|ERR_COMM|communicator|rank|leader
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm local, between;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, WRONG(0) RIGHT(rank), rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 1 - rank WRONG(- (1 - rank)), 5, &between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
