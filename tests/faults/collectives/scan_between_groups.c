/* fault:  MPI_Scan on an intercommunicator (MPI-5.0 6.11, 6.2.2)
   expect: MPI_Scan & communicator|ERR_COMM
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, sum;
    MPI_Comm self, between;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, 1 - rank, 0, &between);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, WRONG(between) RIGHT(self));
    MPI_Comm_free(&between);
    MPI_Comm_free(&self);
    MPI_Finalize();
    return 0;
}
