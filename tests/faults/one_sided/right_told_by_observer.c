/* right:  a rank sees what another has added, by MPI_Fetch_and_op, and tells a third one, which puts there (MPI-5.0 12.7)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[4] = {0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    int seen = 0;
    MPI_Win_lock_all(0, window);
    if (rank == 1) {
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_flush(0, window);
    }
    if (rank == 2) {
        while (seen == 0) {
            MPI_Fetch_and_op(&value, &seen, MPI_INT, 0, 0, MPI_NO_OP, window);
            MPI_Win_flush(0, window);
        }
        MPI_Send(NULL, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
    }
    if (rank == 3) {
        MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
