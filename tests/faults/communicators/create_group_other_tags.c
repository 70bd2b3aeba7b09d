/* fault:  the ranks of MPI_Comm_create_group name different tags (MPI-5.0 7.4.2)
   expect: MPI_Comm_create_group & tag|deadlock
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    MPI_Group world;
    MPI_Comm made;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_create_group(MPI_COMM_WORLD, world, WRONG(rank) RIGHT(0), &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
