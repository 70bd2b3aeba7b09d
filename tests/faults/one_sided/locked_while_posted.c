/* fault:  a rank locks a part that is exposed to another by MPI_Win_post (MPI-5.0 12.5.3)
   expect: MPI_Win_lock & exposed|MPI_Win_post|epoch
   sees:   library
   ranks:  3 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    int rank, value = 1;
    _Alignas(16) int memory[8] = {0};
    MPI_Win window;
    MPI_Group all, one;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    const int other = 1 - rank;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank < 2) MPI_Group_incl(all, 1, &other, &one);
    if (rank == 0) MPI_Win_post(one, 0, window);
    RIGHT(if (rank == 0) MPI_Win_wait(window);)
    RIGHT(if (rank == 1) { MPI_Win_start(one, 0, window); MPI_Win_complete(window); })
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, window);
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    WRONG(if (rank == 1) { MPI_Win_start(one, 0, window); MPI_Win_complete(window); })
    WRONG(if (rank == 0) MPI_Win_wait(window);)
    if (rank < 2) MPI_Group_free(&one);
    MPI_Group_free(&all);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
