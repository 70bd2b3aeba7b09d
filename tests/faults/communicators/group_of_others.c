/* fault:  a communicator is made of a group with ranks that its parent does not have (MPI-5.0 7.4.2)
   expect: MPI_Comm_create & group
   sees:   library
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Comm half, made;
    MPI_Group group;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Comm_group(WRONG(MPI_COMM_WORLD) RIGHT(half), &group);
    MPI_Comm_create(half, group, &made);
    MPI_Group_free(&group);
    MPI_Comm_free(&made);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
