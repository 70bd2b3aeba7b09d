// Ranks that wait by loads alone, without a call, for what others store, put or have computed: in shared memory, and
// in their own in the unified model (MPI-5.0 sections 12.2.3 and 12.4). What the others compute meanwhile is right.
// options: --cores 0
// machine: host
// oracle: no
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/windows.h"

// An int of rank 0 that all ranks load and store.
static volatile int* shared_int(MPI_Win* win) {
    volatile int* memory;
    MPI_Aint bytes;
    int unit;
    MPI_Win_allocate_shared(rank == 0 ? sizeof *memory : 0, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                            win);
    MPI_Win_shared_query(*win, 0, &bytes, &unit, &memory);
    if (rank == 0) *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return memory;
}

static void a_value_goes_around(void) {
    MPI_Win shared;
    volatile int* turn = shared_int(&shared);
    while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) != rank) continue;
    __atomic_store_n(turn, rank + 1, __ATOMIC_RELEASE);
    while (rank == 0 && __atomic_load_n(turn, __ATOMIC_ACQUIRE) != size) continue;
    MPI_Win_free(&shared);
}

static void puts_go_around(void) {
    volatile int come = rank == 0;
    const int one = 1;
    MPI_Win win = window_over((int*)&come, 1);
    MPI_Win_lock_all(0, win);
    while (!come) continue;
    if (rank + 1 < size) {
        MPI_Put(&one, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(rank + 1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static double computed(int steps) {
    double sum = rank;
    for (int step = 1; step < steps; ++step) sum += sum / step + (double)step / (rank + 1);
    return sum;
}

// The last rank polls until the others have computed, which takes some slices of time.
static void others_compute(void) {
    MPI_Win shared;
    volatile int* done = shared_int(&shared);
    const double expected = computed(10000);
    for (int round = 0; rank + 1 < size && round < 200; ++round) {
        char* text = malloc(40);
        snprintf(text, 40, "%.17g", computed(10000));
        CHECK(strtod(text, NULL) == expected);
        free(text);
    }
    if (rank + 1 < size) __atomic_fetch_add(done, 1, __ATOMIC_ACQ_REL);
    while (rank + 1 == size && *done != size - 1) continue;
    MPI_Win_free(&shared);
}

// A rank that has the lock may lose its turn.
static void spin_locks_are_taken(void) {
    typedef struct {
        pthread_spinlock_t lock;
        long count;
    } Shared;
    MPI_Win shared;
    Shared* memory;
    MPI_Aint bytes;
    int unit;
    MPI_Win_allocate_shared(rank == 0 ? sizeof *memory : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &memory);
    if (rank == 0) {
        pthread_spin_init(&memory->lock, PTHREAD_PROCESS_SHARED);
        memory->count = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 20; ++round) {
        pthread_spin_lock(&memory->lock);
        const long before = ++memory->count;
        for (volatile int step = 0; step < 300000; ++step) continue;
        CHECK(memory->count == before);
        pthread_spin_unlock(&memory->lock);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory->count == 20L * size);
    MPI_Win_free(&shared);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    a_value_goes_around();
    puts_go_around();
    others_compute();
    spin_locks_are_taken();
    return end_of_windows("polled memory");
}
