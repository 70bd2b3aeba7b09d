/* right:  two ranks put in one epoch to places that interleave: the even and the odd ones (MPI-5.0 12.7)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, values[4] = {1, 2, 3, 4};
    _Alignas(16) int memory[8] = {0};
    MPI_Datatype every_second;
    MPI_Win window;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank != 0) MPI_Put(values, 4, MPI_INT, 0, rank - 1, 1, every_second, window);
    MPI_Win_fence(0, window);
    CHECK(rank != 0 || (memory[0] == 1 && memory[1] == 1 && memory[7] == 4));
    MPI_Win_free(&window);
    MPI_Type_free(&every_second);
    MPI_Finalize();
    return 0;
}
