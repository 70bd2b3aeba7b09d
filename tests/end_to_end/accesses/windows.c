/* Loads and stores at a window and at origins of its operations, by the case that the argument names; "right": none
 * that conflicts. With two ranks or more: the last one has the part. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }

int main(int argc, char** argv) {
    int rank, size, value = 7, compared = 0, result = 0, seen = 0, *part;
    MPI_Win win;
    MPI_Request request;
    wanted = argc > 1 ? argv[1] : "right";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int owner = size - 1;
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
    for (int index = 0; index < 8; ++index) part[index] = index;

    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, owner, 0, 1, MPI_INT, win);
    if (rank == 0 && is("store_origin")) value = 8;
    if (rank == owner && is("load_put")) seen += part[0];
    if (rank == owner && is("store_put")) part[0] = 1;
    if (rank == owner) part[1] = 5; /* beside it */
    MPI_Win_fence(0, win);
    seen += part[0];
    if (rank == 0) MPI_Get(&result, 1, MPI_INT, owner, 2, 1, MPI_INT, win);
    if (rank == 0 && is("load_result")) seen += result;
    if (rank == owner) seen += part[2]; /* as the get does */
    if (rank == owner && is("store_got")) part[2] = 3;
    MPI_Win_fence(0, win);

    int columns[4] = {1, 2, 3, 4}; /* in pieces at the origin; what is between them is the program's */
    MPI_Datatype column;
    MPI_Type_vector(2, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0) MPI_Put(columns, 1, column, owner, 0, 2, MPI_INT, win);
    if (rank == 0 && is("store_column")) columns[2] = 3;
    if (rank == 0) columns[3] = 5;
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Get(columns, 1, column, owner, 0, 2, MPI_INT, win);
    if (rank == 0 && is("load_column")) seen += columns[2];
    if (rank == 0) seen += columns[1] + columns[3];
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Type_free(&column);

    MPI_Win_lock_all(0, win);
    if (rank == owner) part[3] = 4;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Rput(&value, 1, MPI_INT, owner, 3, 1, MPI_INT, win, &request);
        if (is("store_rput")) value = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 10;
        MPI_Rget(&result, 1, MPI_INT, owner, 4, 1, MPI_INT, win, &request);
        if (is("load_rget")) seen += result;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        seen += result;
        MPI_Compare_and_swap(&value, &compared, &result, MPI_INT, owner, 5, win);
        if (is("load_swapped")) seen += result;
        if (is("store_compared")) compared = 1;
        MPI_Win_flush(owner, win);
        seen += result;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == owner) seen += part[3];
    if (rank == owner && is("unordered")) part[6] = 1;
    if (rank == 0 && is("unordered")) MPI_Put(&value, 1, MPI_INT, owner, 6, 1, MPI_INT, win);
    if (rank == 0) MPI_Win_flush(owner, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    for (int turn = 0; turn < 2; ++turn) { /* in turn, by locks */
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, owner, 0, win);
        if (rank == owner)
            part[7] += 1;
        else
            MPI_Put(&value, 1, MPI_INT, owner, 7, 1, MPI_INT, win);
        MPI_Win_unlock(owner, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("end%s\n", seen < 0 ? " negative" : "");
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
