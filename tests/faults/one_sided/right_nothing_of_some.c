/* right:  windows without memory at some ranks, empty operations, operations on MPI_PROC_NULL (MPI-5.0 12.2.1, 12.3)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 4;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(rank == 0 ? &memory : NULL, rank == 0 ? sizeof memory : 0, sizeof memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, window);
    MPI_Put(NULL, 0, MPI_INT, 1, 0, 0, MPI_INT, window);
    if (rank == 2) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    CHECK(rank != 0 || memory == 4);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
