/* fault:  a rank stores into its part of the window while another one puts there (MPI-5.0 12.7)
   expect: MPI_Put|window & conflict|RMA_CONFLICT|overlap|race|store|memory
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    RIGHT(if (rank == 1) memory = 3;)
    MPI_Win_fence(0, window);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    WRONG(if (rank == 1) memory = 3;)
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
