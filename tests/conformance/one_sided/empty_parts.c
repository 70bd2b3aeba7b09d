// Windows to which some or all ranks bring nothing, targets that are MPI_PROC_NULL, operations of no element,
// on communicators made by splitting and duplicating (MPI-5.0 sections 12.2 and 12.3).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/windows.h"

// Only even ranks have memory, odd ones another unit.
static void only_even(void) {
    int memory[3] = {-1, -1, -1}, value = 50 + rank, sum = 0;
    const int has_some = rank % 2 == 0;
    MPI_Win win;
    MPI_Win_create(has_some ? memory : NULL, has_some ? sizeof memory : 0, has_some ? sizeof(int) : 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int other = 0; other < size; ++other) {
        if (other % 2) {
            MPI_Put(&value, 0, MPI_INT, other, 0, 0, MPI_INT, win);
        } else if (other == rank || other == left_of(rank)) {
            MPI_Put(&value, 1, MPI_INT, other, other == rank, 1, MPI_INT, win);
        }
    }
    MPI_Win_fence(0, win);
    if (has_some) {
        CHECK(memory[0] == (size > 1 ? 50 + right_of(rank) : -1) && memory[1] == 50 + rank && memory[2] == -1);
    }
    for (int other = 0; other < size; other += 2) {
        int got = 0;
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        MPI_Get(&got, 1, MPI_INT, other, 1, 1, MPI_INT, win);
        MPI_Win_unlock(other, win);
        CHECK(got == 50 + other);
        sum += got;
    }
    CHECK(sum > 0);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

// Nobody has memory: all forms of synchronization all the same.
static void nothing_at_all(void) {
    int *base = NULL, value = 1, result = 2;
    MPI_Win windows[3];
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[0]);
    MPI_Win_allocate(0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &windows[1]);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &windows[2]);
    for (int index = 0; index < 3; ++index) {
        MPI_Win win = windows[index];
        MPI_Win_fence(0, win);
        if (index < 2) MPI_Put(&value, 0, MPI_INT, right_of(rank), 0, 0, MPI_INT, win);
        if (index < 2) MPI_Get(&result, 0, MPI_INT, left_of(rank), 0, 0, MPI_INT, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock_all(0, win);
        MPI_Win_flush_all(win);
        MPI_Win_flush_local_all(win);
        MPI_Win_sync(win);
        MPI_Win_unlock_all(win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right_of(rank), 0, win);
        MPI_Win_flush(right_of(rank), win);
        MPI_Win_unlock(right_of(rank), win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_free(&windows[index]);
    }
    CHECK(value == 1 && result == 2);
}

// Every operation on no process does nothing, its requests are complete, whatever the epoch.
static void no_process(void) {
    int memory[1] = {5}, value = 7, result = 3, compared = 5;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Win win = window_over(memory, 1);
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get(&result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&value, &result, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&value, &compared, &result, MPI_INT, MPI_PROC_NULL, 0, win);
    MPI_Rput(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget(&result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[1]);
    MPI_Raccumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win, &requests[2]);
    MPI_Rget_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win,
                        &requests[3]);
    MPI_Waitall(4, requests, statuses);
    MPI_Win_unlock_all(win);
    CHECK(memory[0] == 5 && value == 7 && result == 3);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 100, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(memory[0] == 5);
    MPI_Win_free(&win);
}

// Windows on parts of the world whose ranks are reversed, and on a duplicate; ranks are those of the window.
static void other_communicators(void) {
    int first[2] = {-1, -1}, second[2] = {-1, -1}, third[2] = {-1, -1}, value = rank, position, positions, reversed;
    MPI_Comm part, twin, turned;
    MPI_Win windows[3];
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_split(twin, 0, -rank, &turned);
    MPI_Comm_rank(part, &position);
    MPI_Comm_size(part, &positions);
    MPI_Comm_rank(turned, &reversed);
    MPI_Win_create(first, sizeof first, sizeof(int), MPI_INFO_NULL, part, &windows[0]);
    MPI_Win_create(second, sizeof second, sizeof(int), MPI_INFO_NULL, twin, &windows[1]);
    MPI_Win_create(third, sizeof third, 1, MPI_INFO_NULL, turned, &windows[2]);
    for (int index = 0; index < 3; ++index) MPI_Win_fence(0, windows[index]);
    MPI_Put(&value, 1, MPI_INT, (position + 1) % positions, 0, 1, MPI_INT, windows[0]);
    MPI_Put(&value, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, windows[1]);
    MPI_Put(&value, 1, MPI_INT, right_of(reversed), sizeof(int), 1, MPI_INT, windows[2]);
    for (int index = 3; index-- > 0;) MPI_Win_fence(MPI_MODE_NOSUCCEED, windows[index]);
    CHECK(first[0] == (position == 0 ? rank % 2 : rank + 2));
    CHECK(second[1] == left_of(rank) && third[1] == right_of(rank));
    CHECK(first[1] == -1 && second[0] == -1 && third[0] == -1);
    MPI_Win_free(&windows[1]);
    MPI_Win_free(&windows[2]);
    MPI_Win_free(&windows[0]);
    MPI_Comm_free(&part);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&turned);
}

// Each rank has a window of its own beside those of all.
static void alone(void) {
    int memory[4] = {1, 2, 3, 4}, got[2] = {0, 0}, one = 1, before = 0;
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(got, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    CHECK(got[0] == 3 && got[1] == 4 && before == 1 && memory[0] == 2);
    MPI_Win_fence(0, win);
    MPI_Put(got, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(memory[0] == 3 && memory[1] == 4);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    only_even();
    nothing_at_all();
    no_process();
    other_communicators();
    alone();
    return end_of_windows("empty parts");
}
