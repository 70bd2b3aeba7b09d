/* right:  updates at one place in one epoch by one operation and datatype: through a derived datatype, several elements from
           different beginnings, beside MPI_NO_OP and MPI_REPLACE (MPI-5.0 12.7.1)
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, ones[4] = {1, 1, 1, 1}, seen[4] = {0}, size;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Datatype pairs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(ones, 4, MPI_INT, 0, rank % 2, 4, MPI_INT, MPI_SUM, window);
    MPI_Accumulate(ones, 2, MPI_INT, 0, 1, 1, pairs, MPI_SUM, window);
    MPI_Get_accumulate(NULL, 0, MPI_INT, seen, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_NO_OP, window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(ones, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Accumulate(ones, 2, MPI_INT, 0, 6, 2, MPI_INT, MPI_REPLACE, window);
    MPI_Win_fence(0, window);
    if (rank == 0) CHECK(memory[7] == 1 && memory[2] == size);
    MPI_Win_free(&window);
    MPI_Type_free(&pairs);
    MPI_Finalize();
    return 0;
}
