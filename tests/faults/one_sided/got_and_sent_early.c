/* fault:  what a get brings is sent on before the epoch ends, and may not be there yet (MPI-5.0 12.3.2)
   expect: MPI_Get|MPI_Send & buffer|overlap|complete
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, other = 2;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        WRONG(MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    } else {
        WRONG(MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    MPI_Win_fence(0, window);
    RIGHT(if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    RIGHT(if (rank == 1) MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
