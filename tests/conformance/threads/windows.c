// Threads of a rank use windows at once: all within one epoch, each in epochs with another rank, each with a
// window of its own (MPI-5.0 chapter 12, section 11.6).
// flags: -pthread
// oracle: no
#include "../common/threads.h"

#ifdef ORACLE
enum { rounds = 20 };
#else
enum { rounds = 60 };
#endif
// Of each rank: a place for each thread of each rank, and places that all of them count in.
enum { block = 8, counters = 4, most_ranks = 64 };

static MPI_Win shared, windows[threads];
static int memory[(most_ranks * threads * block) + counters], memories[threads][most_ranks * block];
static pthread_barrier_t meeting; // of the threads of a rank

static int place_of(int id) {
    return counters + id * block;
}

static int value_of(int from_id, int to, int round, int index) {
    return (int)mixed((unsigned)(((from_id * 64 + to) * 1000 + round) * block + index));
}

static int is_as_put(const int* got, int from_id, int to, int round) {
    int wrong = 0;
    for (int index = 0; index < block; ++index) wrong += got[index] != value_of(from_id, to, round, index);
    return wrong == 0;
}

// Within an epoch of the rank to all ranks: each thread completes its own operations.
static void put_and_get(int thread) {
    const int self = id_of(rank, thread);
    for (int round = 0; round < rounds; ++round) {
        const int to = (rank + thread + round) % size;
        int out[block], in[block];
        MPI_Request request;
        for (int index = 0; index < block; ++index) out[index] = value_of(self, to, round, index);
        memset(in, 0xff, sizeof in);
        if (round % 2 == 0) {
            MPI_Put(out, block, MPI_INT, to, place_of(self), block, MPI_INT, shared);
        } else {
            MPI_Rput(out, block, MPI_INT, to, place_of(self), block, MPI_INT, shared, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Win_flush(to, shared);
        if (round % 3 == 0) {
            MPI_Rget(in, block, MPI_INT, to, place_of(self), block, MPI_INT, shared, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Get(in, block, MPI_INT, to, place_of(self), block, MPI_INT, shared);
            if (round % 3 == 1) MPI_Win_flush_local(to, shared);
            if (round % 3 == 2) MPI_Win_flush_all(shared);
        }
        CHECK(is_as_put(in, self, to, round));
    }
}

// All threads of all ranks count at all ranks, in four ways.
static void count(int thread) {
    const int one = 1, minus_one = -1;
    for (int round = 0; round < rounds; ++round) {
        const int to = (rank * 3 + thread + round) % size;
        int before = -1, result = -1;
        MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, shared);
        MPI_Fetch_and_op(&one, &before, MPI_INT, to, 1, MPI_SUM, shared);
        MPI_Win_flush(to, shared);
        CHECK(before >= 0 && before < size * threads * rounds);
        MPI_Get_accumulate(&minus_one, 1, MPI_INT, &before, 1, MPI_INT, to, 2, 1, MPI_INT, MPI_SUM, shared);
        MPI_Win_flush_local(to, shared);
        CHECK(before <= 0);
        MPI_Fetch_and_op(NULL, &before, MPI_INT, to, 3, MPI_NO_OP, shared);
        MPI_Win_flush(to, shared);
        for (;; before = result) {
            int next = before + 1;
            MPI_Compare_and_swap(&next, &before, &result, MPI_INT, to, 3, shared);
            MPI_Win_flush(to, shared);
            if (result == before) break;
        }
    }
}

static void check_counters(void) {
    int sums[counters];
    const int all = size * threads * rounds;
    MPI_Allreduce(memory, sums, counters, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sums[0] == all && sums[1] == all && sums[2] == -all && sums[3] == all);
}

// Each thread locks other ranks than the other threads of its rank: a rank has one lock of another one at a
// time.
static void lock(int thread, int turn) {
    const int one = 1, self = id_of(rank, thread);
    for (int round = 0; round < rounds / threads; ++round)
        for (int to = (thread + turn) % threads; to < size; to += threads) {
            int out[block], in[block], before = -1;
            for (int index = 0; index < block; ++index) out[index] = value_of(self, to, round, index);
            MPI_Win_lock((round + to) % 3 == 0 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, to, 0, shared);
            MPI_Put(out, block, MPI_INT, to, place_of(self), block, MPI_INT, shared);
            MPI_Win_flush(to, shared);
            MPI_Get(in, block, MPI_INT, to, place_of(self), block, MPI_INT, shared);
            MPI_Fetch_and_op(&one, &before, MPI_INT, to, 0, MPI_SUM, shared);
            MPI_Win_unlock(to, shared);
            CHECK(is_as_put(in, self, to, round) && before >= 0);
        }
}

static void lock_in_turns(int thread) {
    for (int turn = 0; turn < threads; ++turn) {
        pthread_barrier_wait(
            &meeting); // no thread has a lock that another one of this rank is about to ask for
        lock(thread, turn);
    }
}

// One fence of all ranks after the other, in each thread for its own window.
static void fence(int thread) {
    for (int round = 0; round < rounds; ++round) {
        const int to = (rank + round + thread) % size, from = ((rank - round - thread) % size + size) % size;
        int out[block];
        for (int index = 0; index < block; ++index)
            out[index] = value_of(id_of(rank, thread), to, round, index);
        MPI_Win_fence(0, windows[thread]);
        MPI_Put(out, block, MPI_INT, to, rank * block, block, MPI_INT, windows[thread]);
        MPI_Win_fence(0, windows[thread]);
        CHECK(is_as_put(&memories[thread][from * block], id_of(from, thread), rank, round));
    }
}

// Exposed to the left rank, and put to the right one; waited for in two ways.
static void post_and_start(int thread) {
    const int left = left_of(rank), right = right_of(rank);
    MPI_Group all, origins, targets;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &left, &origins), MPI_Group_incl(all, 1, &right, &targets);
    for (int round = 0; round < rounds; ++round) {
        int out[block], flag = 0;
        for (int index = 0; index < block; ++index)
            out[index] = value_of(id_of(rank, thread), right, round, index);
        MPI_Win_post(origins, 0, windows[thread]);
        MPI_Win_start(targets, 0, windows[thread]);
        MPI_Put(out, block, MPI_INT, right, rank * block, block, MPI_INT, windows[thread]);
        MPI_Win_complete(windows[thread]);
        if (round % 2 == 0) MPI_Win_wait(windows[thread]);
        while (round % 2 != 0 && !flag) MPI_Win_test(windows[thread], &flag);
        CHECK(is_as_put(&memories[thread][left * block], id_of(left, thread), rank, round));
    }
    MPI_Group_free(&all), MPI_Group_free(&origins), MPI_Group_free(&targets);
}

// Windows made and freed by each thread, on a communicator of its own.
static void make_windows(int thread) {
    static MPI_Comm comms[threads];
    MPI_Group all;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_create_group(MPI_COMM_WORLD, all, thread, &comms[thread]);
    MPI_Group_free(&all);
    for (int round = 0; round < 5; ++round) {
        MPI_Win win;
        int *base = NULL, value = id_of(rank, thread) * 10 + round;
        MPI_Win_allocate((MPI_Aint)sizeof *base, sizeof *base, MPI_INFO_NULL, comms[thread], &base, &win);
        *base = -1;
        MPI_Win_fence(0, win);
        MPI_Put(&value, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        CHECK(*base == id_of(left_of(rank), thread) * 10 + round);
        MPI_Win_free(&win);
    }
    MPI_Comm_free(&comms[thread]);
}

int main(int argc, char** argv) {
    begin_threads(&argc, &argv);
    CHECK(size <= most_ranks);
    pthread_barrier_init(&meeting, NULL, threads);
    shared = window_over(memory, (int)(sizeof memory / sizeof *memory));
    for (int thread = 0; thread < threads; ++thread)
        windows[thread] = window_over(memories[thread], size * block);
    MPI_Win_lock_all(0, shared);
    run_threads(put_and_get);
    run_other_threads(count);
    MPI_Win_unlock_all(shared);
    MPI_Barrier(MPI_COMM_WORLD);
    check_counters();
    run_threads(lock_in_turns);
    run_threads(fence);
    run_other_threads(post_and_start);
    run_threads(make_windows);
    for (int thread = 0; thread < threads; ++thread) MPI_Win_free(&windows[thread]);
    MPI_Win_free(&shared);
    pthread_barrier_destroy(&meeting);
    return end_of_threads("windows of threads");
}
