// A lock of the program's own in which ranks queue, each waiting at a word of its own (MPI-5.0 section 12.8).
// ranks: 1 2 3 5 8 16
#include "../common/windows.h"

// Of each rank: who comes after it, and whether it still waits; the last of the queue stands at rank 0, and what
// the lock protects at the last rank.
enum { next, waits, last, protected_word, words };
enum { rounds = 20, nobody = -1 };

static MPI_Win win;
static int* memory;
static const int no = 0, yes = 1, none = nobody;

static void set(int target, int word, const int* value) {
    MPI_Accumulate(value, 1, MPI_INT, target, word, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(target, win);
}

// The ways to look at an own word.
static int by_fetch(int word) {
    int value;
    MPI_Fetch_and_op(NULL, &value, MPI_INT, rank, word, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
    return value;
}

static int by_get_accumulate(int word) {
    int value;
    MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, rank, word, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush_local(rank, win);
    return value;
}

__attribute__((unused)) static int by_sync(int word) {
    MPI_Win_sync(win);
    return *(volatile int*)&memory[word];
}

static void acquire(int (*look)(int word)) {
    int before;
    set(rank, next, &none);
    set(rank, waits, &yes);
    MPI_Fetch_and_op(&rank, &before, MPI_INT, 0, last, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    if (before == nobody) return;
    set(before, next, &rank);
    while (look(waits)) continue;
}

static void release(int (*look)(int word)) {
    if (look(next) == nobody) {
        int found;
        MPI_Compare_and_swap(&none, &rank, &found, MPI_INT, 0, last, win);
        MPI_Win_flush(0, win);
        if (found == rank) return;
        while (look(next) == nobody) continue;
    }
    set(look(next), waits, &no);
}

// Neither of the two is atomic: only the lock makes it right.
static void add_one(void) {
    int value;
    MPI_Get(&value, 1, MPI_INT, size - 1, protected_word, 1, MPI_INT, win);
    MPI_Win_flush(size - 1, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, size - 1, protected_word, 1, MPI_INT, win);
    MPI_Win_flush(size - 1, win);
}

static void queue(int (*look)(int word)) {
    win = allocated_window(&memory, words);
    memory[next] = memory[last] = nobody;
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        acquire(look);
        add_one();
        release(look);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    CHECK(rank != size - 1 || memory[protected_word] == rounds * size);
    CHECK(rank != 0 || memory[last] == nobody);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    queue(by_fetch);
    queue(by_get_accumulate);
#ifndef MPICH_VERSION // differences.md
    queue(by_sync);
#endif
    return end_of_windows("mcs_lock");
}
