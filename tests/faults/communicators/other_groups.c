/* fault:  the ranks of MPI_Comm_create hand over groups in different orders (MPI-5.0 7.4.2)
   expect: MPI_Comm_create & group
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, order[2] = {0, 1};
    MPI_Group world, group;
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    WRONG(if (rank == 1) order[0] = 1, order[1] = 0;)
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, order, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
