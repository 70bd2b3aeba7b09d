/* fault:  MPI_Fetch_and_op of a derived datatype (MPI-5.0 12.3.4)
   expect: MPI_Fetch_and_op & type|predefined
   sees:   library
   ranks:  2 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int one[2] = {1, 1}, old[2];
    _Alignas(16) int memory[2] = {0};
    MPI_Datatype pair;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Fetch_and_op(one, old, WRONG(pair) RIGHT(MPI_INT), 0, 0, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
