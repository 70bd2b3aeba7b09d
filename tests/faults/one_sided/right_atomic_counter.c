/* right:  a counter that all ranks increase and read by atomic operations in one epoch, MPI_NO_OP among them
           (MPI-5.0 12.3.4, 12.7: same_op_no_op)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, size, *counter, one = 1, before = -1, now = -1;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    *counter = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &now, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, window);
    MPI_Win_unlock_all(window);
    CHECK(before >= 0 && before < size && now > before && now <= size);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
