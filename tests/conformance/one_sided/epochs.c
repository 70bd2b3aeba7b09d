// Epochs between groups, locks of one rank and of several, dynamic and shared windows (MPI-5.0 sections 12.2.3,
// 12.2.4 and 12.5).
// ranks: 1 2 3 5 8 16
// oracle: no
#include "../common/windows.h"

static void ring(void) {
    int memory[2] = {0, 0}, to = right_of(rank), from = left_of(rank);
    MPI_Win win = window_over(memory, 2);
    MPI_Group targets = group_of(win, 1, &to), origins = group_of(win, 1, &from);
    for (int round = 1; round <= 10; ++round) {
        int value = 100 * rank + round, ended = 0;
        MPI_Win_post(origins, round % 2 ? 0 : MPI_MODE_NOSTORE, win);
        MPI_Win_start(targets, 0, win);
        MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        MPI_Accumulate(&round, 1, MPI_INT, to, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_complete(win);
        if (round % 3)
            MPI_Win_wait(win);
        else
            while (!ended) MPI_Win_test(win, &ended);
        CHECK(memory[0] == 100 * from + round);
    }
    CHECK(memory[1] == 55);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Win_free(&win);
}

// All put into rank 0, which only exposes; its group is freed at once.
static void into_one(void) {
    static int memory[64];
    int root = 0;
    MPI_Win win = window_over(memory, 64);
    MPI_Group group;
    if (rank == 0) {
        int* others = malloc((unsigned)size * sizeof *others);
        for (int one = 1; one < size; ++one) others[one - 1] = one;
        group = group_of(win, size - 1, others);
        MPI_Win_post(group, 0, win);
        MPI_Group_free(&group);
        MPI_Win_wait(win);
        for (int one = 1; one < size; ++one) CHECK(memory[one] == one * one);
        free(others);
    } else {
        int value = rank * rank;
        group = group_of(win, 1, &root);
        MPI_Win_start(group, 0, win);
        MPI_Group_free(&group);
        MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
    MPI_Win_free(&win);
}

// A counter that is read, added to and written back: only the lock makes it right.
static void exclusive(void) {
    enum { rounds = 20 };
    int memory[1] = {0}, sum = -1;
    MPI_Win win = window_over(memory, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
        MPI_Get(&value, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(size - 1, win);
        ++value;
        MPI_Put(&value, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(size - 1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
    MPI_Get(&sum, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(size - 1, win);
    CHECK(sum == rounds * size);
    MPI_Win_free(&win);
}

// Several ranks locked at a time, and all.
static void several(void) {
    static int memory[64], ranks[64];
    MPI_Win win = window_over(memory, 64);
    for (int one = 0; one < size; ++one) ranks[one] = one;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; one < size; ++one) MPI_Win_lock(MPI_LOCK_SHARED, one, 0, win);
    for (int one = 0; one < size; ++one) MPI_Put(&ranks[one], 1, MPI_INT, one, rank, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    for (int one = size; one-- > 0;) MPI_Win_unlock(one, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; one < size; ++one) CHECK(memory[one] == rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int one = 0; one < size; ++one) MPI_Put(&size, 1, MPI_INT, one, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int one = 0; one < size; ++one) CHECK(memory[one] == size);
    MPI_Win_free(&win);
}

static void dynamic(void) {
    int first[4] = {0, 0, 0, 0}, *second = calloc(8, sizeof(int)), value = rank + 1;
    MPI_Aint own[2], *all = malloc(2 * (unsigned)size * sizeof *all);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, first, sizeof first);
    MPI_Win_attach(win, second, 8 * sizeof(int));
    MPI_Get_address(first, &own[0]);
    MPI_Get_address(second, &own[1]);
    MPI_Allgather(own, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, right_of(rank), all[2 * right_of(rank)] + 2 * (MPI_Aint)sizeof(int), 1,
            MPI_INT, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, MPI_Aint_add(all[1], 7 * sizeof(int)), 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    CHECK(first[2] == left_of(rank) + 1 && first[0] == 0);
    if (rank == 0) CHECK(second[7] == size * (size + 1) / 2);
    MPI_Win_detach(win, second);
    MPI_Win_detach(win, first);
    MPI_Win_free(&win);
    free(second);
    free(all);
}

// Parts lie one behind the other in the memory that ranks share.
static void shared(void) {
    MPI_Comm here;
    MPI_Win win;
    int *own = NULL, *base = NULL, position, positions, unit = 0;
    MPI_Aint bytes = 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &position);
    MPI_Comm_size(here, &positions);
    MPI_Win_allocate_shared((position + 1) * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, here, &own, &win);
    MPI_Win_lock_all(0, win);
    for (int index = 0; index <= position; ++index) own[index] = 10 * position + index;
    MPI_Win_sync(win);
    MPI_Barrier(here);
    MPI_Win_sync(win);
    for (int other = 0, before = 0; other < positions; before += ++other) {
        int* lowest = NULL;
        MPI_Win_shared_query(win, other, &bytes, &unit, &base);
        CHECK(bytes == (other + 1) * (MPI_Aint)sizeof(int) && unit == (int)sizeof(int));
        for (int index = 0; index <= other; ++index) CHECK(base[index] == 10 * other + index);
        MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &lowest);
        CHECK(base == lowest + before);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&here);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    ring();
    if (size > 1) into_one();
    exclusive();
    several();
    dynamic();
    shared();
    return end_of_windows("epochs");
}
