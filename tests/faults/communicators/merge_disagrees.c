/* fault:  ranks of one group disagree about the order of the groups in MPI_Intercomm_merge (MPI-5.0 7.6.2)
   expect: MPI_Intercomm_merge & high|ERR_ARG|argument
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm local, between, merged;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 5, &between);
    MPI_Intercomm_merge(between, rank WRONG(% 2) RIGHT(/ 2), &merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
