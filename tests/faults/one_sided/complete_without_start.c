/* fault:  MPI_Win_complete without MPI_Win_start (MPI-5.0 12.5.2)
   expect: MPI_Win_complete & start|epoch|RMA_SYNC|synchron
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, other;
    _Alignas(16) int memory = 0;
    MPI_Group world, group;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == 1) MPI_Win_post(group, 0, window);
    RIGHT(if (rank == 0) MPI_Win_start(group, 0, window);)
    if (rank == 0) MPI_Win_complete(window);
    if (rank == 1) MPI_Win_wait(window);
    MPI_Win_free(&window);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
