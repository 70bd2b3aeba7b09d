/* fault:  a rank puts what an immediate receive is still to bring (MPI-5.0 3.7.2, 12.3.1)
   expect: MPI_Put|MPI_Irecv & buffer|overlap|complete
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, other = 2;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else {
        MPI_Send(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
