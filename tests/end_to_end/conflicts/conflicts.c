// Accesses of two ranks to the same memory in one epoch, or none: `conflicts CASE`.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, failures, heard;
static MPI_Win win;
static int memory[8], value = 1;

static void hear(MPI_Win* window, int* code, ...) {
    (void)window;
    MPI_Error_class(*code, &heard);
}

static void put(int target, int at) {
    MPI_Put(&value, 1, MPI_INT, target, at, 1, MPI_INT, win);
}
static void get(int target, int at) {
    static int got[8];
    MPI_Get(&got[at], 1, MPI_INT, target, at, 1, MPI_INT, win);
}
static void add(int target, int at) {
    MPI_Accumulate(&value, 1, MPI_INT, target, at, 1, MPI_INT, MPI_SUM, win);
}
static void put_column(int at) {
    MPI_Datatype column;
    static const int values[4] = {1, 2, 3, 4};
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Put(values, 4, MPI_INT, 0, at, 1, column, win);
    MPI_Type_free(&column);
}

// Both by one rank after the other, between fences.
static void both(void (*one)(int, int), void (*other)(int, int)) {
    MPI_Win_fence(0, win);
    if (rank == 0) one(0, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) other(0, 3);
    MPI_Win_fence(0, win);
}

// Rank 0's operation is over at its origin alone, or complete, when rank 1's comes, in another epoch of locks.
static void told(void (*one)(int, int), void (*other)(int, int), int (*flush)(int, MPI_Win)) {
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        one(0, 3);
        flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) other(0, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

// Sums of other elements at bytes that rank 0 adds to: those of a half of its integer, and of the next one.
static void add_shorts(int target, int at) {
    static const short values[2] = {1, 1};
    MPI_Accumulate(values, 2, MPI_SHORT, target, at, 2, MPI_SHORT, MPI_SUM, win);
}
static void add_across(int target, int at) {
    MPI_Datatype shifted;
    const MPI_Aint distance = 2;
    MPI_Type_create_hindexed_block(1, 1, &distance, MPI_INT, &shifted);
    MPI_Type_commit(&shifted);
    MPI_Accumulate(&value, 1, MPI_INT, target, at, 1, shifted, MPI_SUM, win);
    MPI_Type_free(&shifted);
}

// Rank 1 locks rank 0's part, which is exposed: by fences, or to a group.
static void locked_in_fences(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) put(0, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}
static void locked_for_group(void) {
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    if (rank == 0) MPI_Win_post(all, 0, win);
    MPI_Group_free(&all);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

// The buffers of this rank's operations: one that is read is written before its operation is complete, or one that
// a get writes is used by another operation; right uses.
static void origin_changed(void) {
    MPI_Win_fence(0, win);
    if (rank == 0) put(0, 3);
    value = 7;
    MPI_Win_fence(0, win);
}
static void origin_changed_locked(void) {
    if (rank != 0) return;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
    add(size - 1, 3);
    value = 7;
    MPI_Win_flush_local(size - 1, win);
    MPI_Win_unlock(size - 1, win);
}
static void origin_written_twice(void) {
    static int got;
    MPI_Win_fence(0, win);
    if (rank == 0)
        for (int at = 0; at < 2; ++at) MPI_Get(&got, 1, MPI_INT, size - 1, at, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
}
static void origins(void) {
    MPI_Request request;
    for (int turn = 0; turn < 3; ++turn) {
        value = turn;
        MPI_Win_fence(0, win);
        if (rank == 0) put(0, 3), put(0, 4);
        get(size - 1, 5), get(size - 1, 6);
        MPI_Win_fence(0, win);
    }
    MPI_Win_lock_all(0, win);
    for (int turn = 0; turn < 3; ++turn) {
        value = turn;
        add(0, 2);
        MPI_Win_flush(0, win);
        MPI_Rput(&value, 1, MPI_INT, rank, 7, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = -turn;
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
}

// A store of the target's own, and an operation of another rank, one after the other.
static void store(int at) { memory[at] += 100; }
static void with_store(void (*one)(int, int), int store_is_first) {
    const int target = size - 1;
    MPI_Win_fence(0, win);
    for (int turn = 0; turn < 2; ++turn) {
        if (turn == store_is_first && rank == 0) one(target, 5);
        if (turn != store_is_first && rank == target) store(5);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
}
static void with_store_exposed(void) {
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    MPI_Win_post(all, 0, win);
    MPI_Win_start(all, 0, win);
    if (rank == 0) put(size - 1, 5);
    MPI_Win_complete(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) store(5);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
}
static void with_store_locked(void) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
        put(size - 1, 5);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) store(5);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_unlock(size - 1, win);
}

// Stores that are allowed: beside the operations, in an epoch without any, after a flush, under the own lock.
static void stores(void) {
    MPI_Group all;
    const int target = size - 1;
    MPI_Win_get_group(win, &all);
    MPI_Win_fence(0, win);
    store(1);
    if (rank == 0) put(target, 3);
    store(4);
    MPI_Win_fence(0, win);
    store(3);
    MPI_Win_fence(0, win);
    if (rank == 0) add(target, 3);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    store(3);
    MPI_Win_post(all, 0, win);
    MPI_Win_start(all, 0, win);
    if (rank == 0) put(target, 3);
    store(2);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    store(3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        put(target, 3);
        MPI_Win_flush(target, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == target) store(3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) get(target, 3);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        store(3);
        MPI_Win_unlock(rank, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        put(target, 3);
        MPI_Win_unlock(target, win);
    }
    MPI_Group_free(&all);
}

// What is allowed: neighbours, gets together, sums together, the same in the next epoch, columns side by
// side, after a flush, under exclusive locks, in the next exposure.
static void harmless(void) {
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    MPI_Win_fence(0, win);
    if (rank < 8) put(0, rank);
    MPI_Win_fence(0, win);
    get(0, 3);
    add(0, 4);
    MPI_Win_fence(0, win);
    if (rank == size - 1) put(0, 3);
    MPI_Win_fence(0, win);
    if (rank < 2) put_column(rank);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        get(0, 3);
        MPI_Win_flush(0, win);
        put(0, 3);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* nothing is locked when it is exposed */
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Win_post(all, 0, win);
        MPI_Win_start(all, 0, win);
        if (turn % size == rank) put(0, 3);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&all);
}

int main(int argc, char** argv) {
    MPI_Errhandler handler;
    const char* wanted = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (strcmp(wanted, "returned") == 0) {
        MPI_Win_create_errhandler(hear, &handler);
        MPI_Win_set_errhandler(win, handler);
        MPI_Errhandler_free(&handler);
        both(put, put);
        failures = rank == 1 && heard != MPI_ERR_RMA_CONFLICT;
    }
    if (strcmp(wanted, "put_put") == 0) both(put, put);
    if (strcmp(wanted, "put_get") == 0) both(put, get);
    if (strcmp(wanted, "get_put") == 0) both(get, put);
    if (strcmp(wanted, "put_add") == 0) both(put, add);
    if (strcmp(wanted, "add_shorts") == 0) both(add, add_shorts);
    if (strcmp(wanted, "add_across") == 0) both(add, add_across);
    if (strcmp(wanted, "put_told") == 0) told(put, get, MPI_Win_flush_local);
    if (strcmp(wanted, "add_told") == 0) told(add, put, MPI_Win_flush_local);
    if (strcmp(wanted, "locked_in_fences") == 0) locked_in_fences();
    if (strcmp(wanted, "locked_for_group") == 0) locked_for_group();
    if (strcmp(wanted, "told") == 0) {
        told(put, get, MPI_Win_flush);
        told(get, put, MPI_Win_flush_local);
        told(add, add, MPI_Win_flush_local);
    }
    if (strcmp(wanted, "add_get") == 0) both(add, get);
    if (strcmp(wanted, "harmless") == 0) harmless();
    if (strcmp(wanted, "origin_changed") == 0) origin_changed();
    if (strcmp(wanted, "origin_changed_locked") == 0) origin_changed_locked();
    if (strcmp(wanted, "origin_written_twice") == 0) origin_written_twice();
    if (strcmp(wanted, "origins") == 0) origins();
    if (strcmp(wanted, "stores") == 0) stores();
    if (strcmp(wanted, "store_put") == 0) with_store(put, 1);
    if (strcmp(wanted, "put_store") == 0) with_store(put, 0);
    if (strcmp(wanted, "store_get") == 0) with_store(get, 1);
    if (strcmp(wanted, "get_store") == 0) with_store(get, 0);
    if (strcmp(wanted, "add_store") == 0) with_store(add, 0);
    if (strcmp(wanted, "exposed") == 0) with_store_exposed();
    if (strcmp(wanted, "locked") == 0) with_store_locked();
    MPI_Win_free(&win);
    MPI_Finalize();
    if (failures == 0 && rank == 0) puts("no conflict");
    return failures;
}
