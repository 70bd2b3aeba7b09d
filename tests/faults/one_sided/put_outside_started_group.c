/* fault:  a put to a rank that is not in the group of MPI_Win_start (MPI-5.0 12.5.2)
   expect: MPI_Put & epoch|RMA_SYNC|group|start|synchron
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, origin = 0, target = 1, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Group world, origins, targets;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &origin, &origins);
    MPI_Group_incl(world, 1, &target, &targets);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == 1) MPI_Win_post(origins, 0, window);
    if (rank == 0) {
        MPI_Win_start(targets, 0, window);
        MPI_Put(&value, 1, MPI_INT, target WRONG(+ 1), 0, 1, MPI_INT, window);
        MPI_Win_complete(window);
    }
    if (rank == 1) MPI_Win_wait(window);
    MPI_Win_free(&window);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
