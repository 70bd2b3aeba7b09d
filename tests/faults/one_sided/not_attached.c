/* fault:  memory is accessed that was not attached to a dynamic window (MPI-5.0 12.2.4)
   expect: MPI_Put|MPI_Win_unlock & attach|RMA_RANGE|range|window|RMA_ATTACH
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[4] = {0};
    MPI_Aint here, there;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    RIGHT(MPI_Win_attach(window, memory, sizeof memory);)
    MPI_Get_address(memory, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, 1 - rank, 0, &there, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, there, 1, MPI_INT, window);
    MPI_Win_unlock(1 - rank, window);
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_detach(window, memory);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
