/* Loads and stores of memory that is attached to a dynamic window, by the case that the argument names; "right": none
 * that conflicts. With two ranks or more: the last one attaches. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }

int main(int argc, char** argv) {
    int rank, size, value = 7, result = 0, seen = 0;
    static int first[8], second[8];
    MPI_Aint at = 0, behind = 0;
    MPI_Win win;
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int owner = size - 1;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == owner) {
        MPI_Win_attach(win, first, sizeof first);
        MPI_Win_attach(win, second, sizeof second);
        MPI_Get_address(first, &at);
        MPI_Get_address(second, &behind);
    }
    MPI_Bcast(&at, 1, MPI_AINT, owner, MPI_COMM_WORLD);
    MPI_Bcast(&behind, 1, MPI_AINT, owner, MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, owner, at, 1, MPI_INT, win);
    if (rank == owner && is("load_put")) seen += first[0];
    if (rank == owner) first[1] = second[0] = 5; /* beside it */
    MPI_Win_fence(0, win);
    seen += first[0];
    if (rank == 0) MPI_Get(&result, 1, MPI_INT, owner, behind + 8, 1, MPI_INT, win);
    if (rank == owner) seen += second[2]; /* as the get does */
    if (rank == owner && is("store_got")) second[2] = 3;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == owner) first[4] = 1;
    if (!is("unordered")) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, owner, at + 16, 1, MPI_INT, win);
    if (rank == 0) MPI_Win_flush(owner, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == owner) seen += first[4];
    if (rank == owner) MPI_Win_detach(win, first);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, owner, behind, 1, MPI_INT, win);
    if (rank == owner) first[0] = 2; /* not of the window any more */
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("end%s\n", seen + result < 0 ? " negative" : "");
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
