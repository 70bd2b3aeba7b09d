/* fault:  a displacement is negative; in this run the target is MPI_PROC_NULL, in others it need not be (MPI-5.0 12.3)
   expect: MPI_Put & disp
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int value = 1, size;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, size > 1 ? 1 : MPI_PROC_NULL, WRONG(-1) RIGHT(1), 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
