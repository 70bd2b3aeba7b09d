/* fault:  a put in one window and a get in another, to the same memory, with nothing that orders them (MPI-5.0 12.7)
   expect: same memory|RMA_CONFLICT & MPI_Put|MPI_Get
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 7;
    static _Alignas(16) int memory[8];
    MPI_Win one, other;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &one);
    MPI_Win_create(memory + 4, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, one);
    MPI_Win_lock_all(0, other);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 2, 5, 1, MPI_INT, one);
        RIGHT(MPI_Win_flush(2, one);)
        RIGHT(MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    }
    if (rank == 1) {
        RIGHT(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        MPI_Get(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, other);
    }
    MPI_Win_unlock_all(other);
    MPI_Win_unlock_all(one);
    MPI_Win_free(&other);
    MPI_Win_free(&one);
    MPI_Finalize();
    return 0;
}
