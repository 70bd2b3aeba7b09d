// Erroneous calls with windows: the class that comes back, to the handler of the window (MPI-5.0 section
// 12.7).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/windows.h"

#define FAILS(call, expected) CHECK(class_of(call) == (expected))

int main(int argc, char** argv) {
    int memory[4] = {1, 2, 3, 4}, value = 9, *base = NULL, unit = 0;
    MPI_Aint bytes = 0;
    MPI_Group group;
    MPI_Win win, dynamic, none = MPI_WIN_NULL;
    MPI_Datatype derived;
    double number = 1;
    begin(&argc, &argv);
    let_errors_return();
    FAILS(MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    FAILS(MPI_Win_create(memory, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    FAILS(MPI_Win_fence(0, none), MPI_ERR_WIN);
    FAILS(MPI_Win_free(&none), MPI_ERR_WIN);
    win = window_over(memory, 4);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    FAILS(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_lock(17, 0, 0, win), MPI_ERR_LOCKTYPE);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0x40000000, win), MPI_ERR_ASSERT);
    FAILS(MPI_Win_fence(0x40000000, win), MPI_ERR_ASSERT);
    FAILS(MPI_Win_attach(win, memory, sizeof memory), MPI_ERR_RMA_FLAVOR);

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Put(&value, -1, MPI_INT, rank, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    FAILS(MPI_Put(&value, 1, MPI_INT, size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    FAILS(MPI_Put(&value, 1, MPI_INT, rank, -1, 1, MPI_INT, win), MPI_ERR_DISP);
    FAILS(MPI_Put(&value, 1, MPI_INT, rank, 4, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    FAILS(MPI_Get(memory, 3, MPI_INT, rank, 2, 3, MPI_INT, win), MPI_ERR_RMA_RANGE);
    FAILS(MPI_Put(&value, 1, MPI_DATATYPE_NULL, rank, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    FAILS(MPI_Accumulate(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
    FAILS(MPI_Accumulate(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_NO_OP, win), MPI_ERR_OP);
    FAILS(MPI_Put(&value, 1, MPI_INT, rank, (MPI_Aint)1 << 62, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    FAILS(MPI_Compare_and_swap(&number, &number, &number, MPI_DOUBLE, rank, 0, win), MPI_ERR_TYPE);
    FAILS(MPI_Compare_and_swap(memory, memory, &number, MPI_WCHAR, rank, 0, win), MPI_ERR_TYPE);
    FAILS(MPI_Accumulate(&number, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, MPI_BAND, win), MPI_ERR_OP);
    MPI_Type_contiguous(1, MPI_INT, &derived);
    MPI_Type_commit(&derived);
    FAILS(MPI_Fetch_and_op(&value, &unit, derived, rank, 0, MPI_SUM, win), MPI_ERR_TYPE);
    FAILS(MPI_Compare_and_swap(&value, &value, &unit, derived, rank, 0, win), MPI_ERR_TYPE);
    MPI_Type_free(&derived);
    MPI_Win_get_group(win, &group);
    FAILS(MPI_Win_post(group, 0, win), MPI_ERR_RMA_SYNC);
    MPI_Group_free(&group);
    MPI_Win_unlock(rank, win);
    CHECK(memory[0] == 1 && memory[1] == 2 && memory[2] == 3 && memory[3] == 4);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&value, 1, MPI_INT, rank, 3, 1, MPI_INT, win);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_get_group(win, &group);
    MPI_Win_post(group, 0, win);
    FAILS(MPI_Win_post(group, 0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_start(group, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Win_free(&win);

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_set_errhandler(dynamic, MPI_ERRORS_RETURN);
    FAILS(MPI_Win_shared_query(dynamic, 0, &bytes, &unit, &base), MPI_ERR_RMA_FLAVOR);
    FAILS(MPI_Win_detach(dynamic, memory), MPI_ERR_RMA_ATTACH);
    MPI_Win_attach(dynamic, memory, sizeof memory);
    FAILS(MPI_Win_attach(dynamic, memory + 1, sizeof(int)), MPI_ERR_RMA_ATTACH);
    MPI_Win_detach(dynamic, memory);
    MPI_Win_free(&dynamic);
    return end_of_windows("one-sided errors");
}
