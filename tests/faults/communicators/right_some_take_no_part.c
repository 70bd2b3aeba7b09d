/* right:  ranks that get MPI_COMM_NULL: MPI_UNDEFINED, the empty group, a smaller grid, MPI_Comm_create_group of some
           (MPI-5.0 7.4.2, 8.5.1)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

static void release(MPI_Comm comm, int expected) {
    CHECK((comm != MPI_COMM_NULL) == expected);
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

int main(void) {
    int rank, two = 2, no = 0, some[2] = {2, 0};
    MPI_Comm comm;
    MPI_Group world, group;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1 ? MPI_UNDEFINED : 0, -rank, &comm);
    release(comm, rank != 1);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &two, &no, 0, &comm);
    release(comm, rank < 2);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, some, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    release(comm, rank != 1);
    if (rank != 1) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm);
        release(comm, 1);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
