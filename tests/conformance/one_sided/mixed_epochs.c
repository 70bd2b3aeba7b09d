// Epochs of all kinds one after the other, locks of both types at a time, many windows (MPI-5.0 section 12.5).
// ranks: 1 2 3 5 8 16
// oracle: no
#include "../common/windows.h"

static const int one = 1;

static void add_to(int target, int word, MPI_Win win) {
    MPI_Accumulate(&one, 1, MPI_INT, target, word, 1, MPI_INT, MPI_SUM, win);
}

static void under_lock(MPI_Win win) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    add_to(0, 0, win);
    MPI_Win_unlock(0, win);
}

static void under_all_locks(MPI_Win win) {
    MPI_Win_lock_all(0, win);
    add_to(0, 0, win);
    MPI_Win_unlock_all(win);
}

static void between_groups(MPI_Win win) {
    MPI_Group group;
    MPI_Win_get_group(win, &group);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    add_to(0, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
}

static void between_fences(MPI_Win win) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    add_to(0, 0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

// All kinds on one window; `order` says which comes when.
static void one_after_the_other(int order) {
    void (*const kinds[])(MPI_Win) = {between_fences, under_lock, between_groups, under_all_locks};
    int *memory, found = -1;
    MPI_Win win = allocated_window(&memory, 1);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int index = 0; index < 8; ++index) {
        kinds[(order + index * (order % 2 ? 3 : 1)) % 4](win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK(found == 8 * size);
    MPI_Win_free(&win);
}

// A fence ends an epoch and begins the next, which need not be used.
static void fences(void) {
    int *memory, found = -1;
    MPI_Win win = allocated_window(&memory, 2);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win);
    MPI_Get(&found, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    CHECK(found == 0);
    add_to(right_of(rank), 1, win);
    MPI_Win_fence(0, win);
    CHECK(memory[0] == 0 && memory[1] == 1);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

// Alone, a rank reads, adds and writes back.
static void add_alone(int target, MPI_Win win) {
    int value;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush(target, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
}

// What is changed under exclusive locks doesn't change while all are locked.
static void read_with_others(MPI_Win win) {
    int before, after;
    MPI_Win_lock_all(0, win);
    MPI_Get(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    add_to(size - 1, 1, win);
    MPI_Get(&after, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    CHECK(before == after);
    MPI_Win_unlock_all(win);
}

static int found_at(int target, int word, MPI_Win win) {
    int value = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Get(&value, 1, MPI_INT, target, word, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    return value;
}

static void both_types(void) {
    enum { rounds = 10 };
    int *memory, alone = 0;
    MPI_Win win = allocated_window(&memory, 2);
    for (int round = 0; round < rounds; ++round)
        if ((rank + round) % 2)
            add_alone(0, win);
        else
            read_with_others(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int other = 0; other < size; ++other)
        for (int round = 0; round < rounds; ++round) alone += (other + round) % 2;
    CHECK(found_at(0, 0, win) == alone && found_at(size - 1, 1, win) == rounds * size - alone);
    MPI_Win_free(&win);
}

// Every rank locks every other in turn.
static void exclusive_everywhere(void) {
    enum { rounds = 5 };
    int* memory;
    MPI_Win win = allocated_window(&memory, 1);
    for (int round = 0; round < rounds; ++round)
        for (int index = 0; index < size; ++index) add_alone((rank + index) % size, win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(found_at(rank, 0, win) == rounds * size);
    MPI_Win_free(&win);
}

// An epoch of one window within that of another, of a rank's own window too.
static void nested(void) {
    int *outer, *inner, *own;
    MPI_Win all = allocated_window(&outer, 1), other = allocated_window(&inner, 1), alone;
    MPI_Win_allocate(sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_SELF, &own, &alone);
    own[0] = 0;
    MPI_Win_fence(0, all);
    add_to(right_of(rank), 0, all);
    MPI_Win_lock_all(0, other);
    add_to(right_of(rank), 0, other);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, alone);
    add_to(0, 0, alone);
    MPI_Win_flush(0, alone);
    CHECK(own[0] == 1);
    MPI_Win_unlock(0, alone);
    MPI_Win_unlock_all(other);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, all);
    CHECK(outer[0] == 1 && found_at(rank, 0, other) == 1);
    MPI_Win_free(&all);
    MPI_Win_free(&other);
    MPI_Win_free(&alone);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int order = 0; order < 4; ++order) one_after_the_other(order);
    fences();
    both_types();
    exclusive_everywhere();
    nested();
    return end_of_windows("mixed_epochs");
}
