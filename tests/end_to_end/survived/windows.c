/* Windows whose members fail: fences, epochs with start and post, locks that a failed rank holds, freeing. No rank waits
   for ever; the errors have a class of failures. Other windows go on. */
#include "check.h"

static MPI_Win window_of(MPI_Comm comm, int** memory) {
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, memory, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    for (int at = 0; at < 4; ++at) (*memory)[at] = 0;
    return win;
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int last = size - 1;
    int *memory, *others, value = rank + 1;
    MPI_Comm living;
    MPI_Group world, one;
    MPI_Comm_split(MPI_COMM_WORLD, rank == last, 0, &living);
    MPI_Comm_set_errhandler(living, MPI_ERRORS_RETURN);
    MPI_Win win = window_of(MPI_COMM_WORLD, &memory);
    MPI_Win other = window_of(living, &others);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    expect_class(MPI_Win_fence(0, win), MPI_SUCCESS, "the first fence");
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    expect(memory[0] == (rank == 0 ? size : rank), "what was put: %d", memory[0]);

    /* The last rank fails with a lock of rank 0's part. */
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == last) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == last) die();
    meet(living);

    int error = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (error == MPI_SUCCESS) {
        error = MPI_Win_unlock(0, win);
    }
    expect(error == MPI_SUCCESS || is_of_failure(error), "a lock that a failed rank had: %s", name_of(class_of(error)));
    error = MPI_Win_lock(MPI_LOCK_SHARED, last, 0, win);
    if (error == MPI_SUCCESS) {
        MPI_Put(&value, 1, MPI_INT, last, 2, 1, MPI_INT, win);
        error = MPI_Win_unlock(last, win);
    }
    expect(error == MPI_SUCCESS || is_of_failure(error), "a lock at a failed rank: %s", name_of(class_of(error)));
    expect(is_of_failure(MPI_Win_fence(0, win)), "a fence with a failed member");

    /* Epochs with a failed rank. */
    MPI_Group_incl(world, 1, &last, &one);
    error = MPI_Win_start(one, 0, win);
    if (error == MPI_SUCCESS) error = MPI_Win_complete(win);
    expect(is_of_failure(error), "access to a failed rank: %s", name_of(class_of(error)));
    MPI_Win_post(one, 0, win);
    expect(is_of_failure(MPI_Win_wait(win)), "MPI_Win_wait for a failed rank");

    /* The window of those that live. */
    expect_class(MPI_Win_fence(0, other), MPI_SUCCESS, "a fence of the living");
    MPI_Put(&value, 1, MPI_INT, (rank + 1) % last, 0, 1, MPI_INT, other);
    expect_class(MPI_Win_fence(0, other), MPI_SUCCESS, "a fence of the living");
    expect(others[0] == (rank == 0 ? last : rank), "what the living have put: %d", others[0]);
    expect_class(MPI_Win_free(&other), MPI_SUCCESS, "MPI_Win_free of the living");
    error = MPI_Win_free(&win);
    expect(error == MPI_SUCCESS || is_of_failure(error), "MPI_Win_free: %s", name_of(class_of(error)));
    return finish();
}
