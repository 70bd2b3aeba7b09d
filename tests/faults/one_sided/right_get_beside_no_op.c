/* right:  a get, and MPI_NO_OP of an operation that returns the value, of one place in one epoch: both only read (MPI-5.0
           12.3.4, 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank;
    long seen = 7, read = 7, unused = 0;
    _Alignas(16) long memory[2] = {7, 0};
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1) MPI_Get(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
    if (rank == 2) MPI_Get_accumulate(&unused, 1, MPI_LONG, &read, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_NO_OP, window);
    MPI_Win_fence(0, window);
    if (rank == 1) MPI_Fetch_and_op(&unused, &read, MPI_LONG, 0, 0, MPI_NO_OP, window);
    if (rank == 2) MPI_Get(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, window);
    MPI_Win_fence(0, window);
    CHECK(seen == 7 && read == 7);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
