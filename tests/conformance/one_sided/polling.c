// Ranks that wait for a value by looking at it again and again, with each call that a program may poll with,
// while the rank that brings it has to run on the same processor (MPI-5.0 sections 12.5.4 and 12.7).
// ranks: 1 2 3 5 8 16
// oracle: no
#include "../common/windows.h"

static MPI_Win win;
static int* memory;
static const int one = 1, none = 0;

static void open_window(void) {
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memory[0] = memory[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
}

static void close_window(void) {
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// Each rank in its turn adds to a counter of rank 0; look() gives its value.
static void take_turns(int (*look)(void)) {
    open_window();
    while (look() != rank) continue;
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    close_window();
}

static int by_get(void) {
    int value = -1;
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    return value;
}

static int by_fetch(void) {
    int value = -1;
    MPI_Fetch_and_op(&none, &value, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush_all(win);
    return value;
}

static int by_request(void) {
    int value = -1;
    MPI_Request request;
    MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return value;
}

// Each rank looks at its own memory, into which the last one puts.
static void wait_for_put(void (*look)(void)) {
    open_window();
    if (rank == size - 1)
        for (int target = 0; target < size; ++target) MPI_Put(&one, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    while (*(volatile int*)memory == 0) look();
    close_window();
}

static void by_sync(void) {
    MPI_Win_sync(win);
}

static void by_flush(void) {
    MPI_Win_flush(rank, win);
}

static void by_time(void) {
    CHECK(MPI_Wtime() > 0);
}

static void by_probe(void) {
    int found;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

// The same, looking under a lock, which readers must not keep from the rank that puts.
static void under_locks(int type) {
    int found = 0;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int target = 0; rank == size - 1 && target < size; ++target) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Put(&one, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }
    while (found == 0) {
        MPI_Win_lock(type, 0, 0, win);
        MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

// A lock of the program's own: a word that is swapped from 0 to 1.
static void spin_lock(void) {
    enum { rounds = 20 };
    open_window();
    for (int round = 0; round < rounds; ++round) {
        int value, before;
        do {
            MPI_Compare_and_swap(&one, &none, &before, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (before != 0);
        MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&none, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(rank != 0 || memory[1] == rounds * size);
    close_window();
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    take_turns(by_get);
    take_turns(by_fetch);
    take_turns(by_request);
    wait_for_put(by_sync);
    wait_for_put(by_flush);
    wait_for_put(by_time);
    wait_for_put(by_probe);
    under_locks(MPI_LOCK_SHARED);
    under_locks(MPI_LOCK_EXCLUSIVE);
    spin_lock();
    return end_of_windows("polling");
}
