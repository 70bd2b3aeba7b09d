// Requests of operations among those of messages and collectives, completed in every way; flushes of all
// kinds (MPI-5.0 sections 12.3.5 and 12.5.4).
// ranks: 1 2 3 5 8
// oracle: openmpi
#include "../common/windows.h"

enum { many = 64 };

static void with_messages(void) {
    int *memory, put = 100 + rank, got = -1, sent = 200 + rank, received = -1, before = -1, ended = 0;
    MPI_Request all[6];
    MPI_Status statuses[6];
    MPI_Win win = allocated_window(&memory, 4);
    MPI_Win_lock_all(0, win);
    MPI_Irecv(&received, 1, MPI_INT, left_of(rank), 3, MPI_COMM_WORLD, &all[0]);
    MPI_Rput(&put, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win, &all[1]);
    MPI_Isend(&sent, 1, MPI_INT, right_of(rank), 3, MPI_COMM_WORLD, &all[2]);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank), 3, 1, MPI_INT, win, &all[3]);
    MPI_Rget_accumulate(&put, 1, MPI_INT, &before, 1, MPI_INT, right_of(rank), 2, 1, MPI_INT, MPI_SUM, win, &all[4]);
    MPI_Ibarrier(MPI_COMM_WORLD, &all[5]);
    MPI_Waitall(6, all, statuses);
    CHECK(received == 200 + left_of(rank) && got == 0 && before == 0);
    for (int index = 0; index < 6; ++index) CHECK(all[index] == MPI_REQUEST_NULL);
    MPI_Win_flush_all(win);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win, &all[0]);
    while (!ended) MPI_Test(&all[0], &ended, &statuses[0]);
    CHECK(got == put);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// Some at a time, one at a time, none of them at once.
static void one_by_one(void) {
    int *memory, data[many], got[many], left = many, places[many], ended;
    MPI_Request all[many];
    MPI_Win win = allocated_window(&memory, many);
    MPI_Win_lock_all(0, win);
    for (int index = 0; index < many; ++index) {
        data[index] = 1000 * rank + index;
        MPI_Rput(&data[index], 1, MPI_INT, right_of(rank), index, 1, MPI_INT, win, &all[index]);
    }
    while (left > 0) {
        MPI_Waitsome(many, all, &ended, places, MPI_STATUSES_IGNORE);
        CHECK(ended > 0);
        for (int index = 0; index < ended; ++index) data[places[index]] = -1; // they are free again
        left -= ended;
    }
    MPI_Win_flush(right_of(rank), win);
    for (int index = 0; index < many; ++index)
        MPI_Rget(&got[index], 1, MPI_INT, right_of(rank), index, 1, MPI_INT, win, &all[index]);
    for (left = many; left > 0; --left) {
        int place = -1;
        MPI_Waitany(many, all, &place, MPI_STATUS_IGNORE);
        CHECK(got[place] == 1000 * rank + place);
    }
    for (int index = 0; index < many; ++index)
        MPI_Raccumulate(&got[index], 1, MPI_INT, right_of(rank), index, 1, MPI_INT, MPI_SUM, win, &all[index]);
    for (ended = 0; !ended;) MPI_Testall(many, all, &ended, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int index = 0; index < many; ++index) CHECK(memory[index] == 2 * (1000 * left_of(rank) + index));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

// The lock is given back while requests are open, which complete all the same.
static void behind_the_epoch(void) {
    int *memory, value = rank + 1, got = -1;
    MPI_Request all[2];
    MPI_Win win = allocated_window(&memory, 2);
    MPI_Win_lock(MPI_LOCK_SHARED, right_of(rank), 0, win);
    MPI_Rput(&value, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win, &all[0]);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win, &all[1]);
    MPI_Win_unlock(right_of(rank), win);
    MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory[0] == left_of(rank) + 1 && got == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

// Results are there after each kind of flush, of all ranks or one; in a lock of one rank too.
static void flushes(void) {
    int *memory, one = 1, before[4] = {-1, -1, -1, -1};
    MPI_Win win = allocated_window(&memory, 1);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &before[0], MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    MPI_Fetch_and_op(&one, &before[1], MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush_local(0, win);
    MPI_Fetch_and_op(&one, &before[2], MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush_all(win);
    MPI_Fetch_and_op(&one, &before[3], MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);
    for (int index = 1; index < 4; ++index) CHECK(before[index] > before[index - 1]);
    CHECK(before[0] >= 0 && before[3] < 4 * size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&before[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(0, win);
    CHECK(before[0] == 4 * size);
    MPI_Win_flush_all(win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

// A message that follows a flush finds the data there.
static void flush_then_message(void) {
    int *memory, got = 0, token = 0;
    MPI_Win win = allocated_window(&memory, many);
    MPI_Win_lock_all(0, win);
    for (int round = 1; round <= many; ++round) {
        int value = round;
        if (size == 1 || rank == 0) MPI_Put(&value, 1, MPI_INT, size - 1, round - 1, 1, MPI_INT, win);
        if (size == 1 || rank == 0) MPI_Win_flush(size - 1, win);
        if (size > 1 && rank == 0) MPI_Send(&token, 1, MPI_INT, size - 1, round, MPI_COMM_WORLD);
        if (size > 1 && rank == size - 1)
            MPI_Recv(&token, 1, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == size - 1) {
            MPI_Win_sync(win);
            CHECK(memory[round - 1] == round);
            MPI_Get(&got, 1, MPI_INT, rank, round - 1, 1, MPI_INT, win);
            MPI_Win_flush(rank, win);
            CHECK(got == round);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    with_messages();
    one_by_one();
    behind_the_epoch();
    flushes();
    flush_then_message();
    return end_of_windows("request mixes");
}
