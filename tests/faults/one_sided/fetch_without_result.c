/* fault:  MPI_Fetch_and_op without memory for its result (MPI-5.0 12.3.4)
   expect: MPI_Fetch_and_op & result|buffer|null
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1, before = 0;
    _Alignas(16) int memory = 0;
    MPI_Win window;
    (void)before;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&value, WRONG(NULL) RIGHT(&before), MPI_INT, 1 - rank, 0, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
