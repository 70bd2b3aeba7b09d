/* fault:  the local leader's rank is that of the peer communicator, not of the local one (MPI-5.0 7.6.2)
   expect: MPI_Intercomm_create & rank|leader|ERR_ARG
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm local, between;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &local);
    MPI_Intercomm_create(local, rank < 2 ? 0 : WRONG(2) RIGHT(0), MPI_COMM_WORLD, rank < 2 ? 2 : 0, 5, &between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
