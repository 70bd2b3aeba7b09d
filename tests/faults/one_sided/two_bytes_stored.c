/* fault:  a rank stores two neighbouring bytes of its part; nothing orders the first store and a put of another rank
           (MPI-5.0 12.7)
   expect: same memory|RMA_CONFLICT & MPI_Put|store
   sees:   none
   ranks:  2 */
#include <mpi.h>
#include <string.h>
#include <unistd.h>
#include "../faults.h"

int main(void) {
    int rank;
    char value = 7, *memory;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, 16);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    if (rank == 1) {
        MPI_Request request;
        RIGHT(memory[4] = 1;)
        MPI_Send(&value, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        WRONG(memory[4] = 1;)
        MPI_Isend(&value, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
        memory[5] = 2;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        char other;
        MPI_Recv(&other, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(50000);
        MPI_Put(&value, 1, MPI_CHAR, 1, 4, 1, MPI_CHAR, window);
        MPI_Recv(&other, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
