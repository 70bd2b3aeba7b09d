/* fault:  a message goes the wrong way: the target loads what is put, perhaps before it is there; MPI_Win_sync orders
           nothing between ranks (MPI-5.0 12.7)
   expect: MPI_Put|put & load
   sees:   none
   ranks:  2 */
#include <mpi.h>
#include <unistd.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, seen = 0;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Win_flush(1, window);
        RIGHT(MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);)
        WRONG(MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    } else {
        RIGHT(MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        WRONG(MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD); usleep(20000);)
        MPI_Win_sync(window);
        seen = memory[0];
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return rank == 1 && seen != 1;
}
