// Many small operations and long ones in one epoch, all ranks at one, fences with every assertion (MPI-5.0
// sections 12.3 and 12.5).
// ranks: 1 2 3 5 8 16
// oracle: openmpi
#include "../common/windows.h"

// So many puts of one int each, all over the neighbour's memory.
static void many_puts(void) {
    enum { places = 1000, total = 100000 };
    int *memory, *data = malloc(places * sizeof *data);
    MPI_Win win = allocated_window(&memory, places);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int index = 0; index < places; ++index) data[index] = (int)mixed((unsigned)(index + 77 * rank));
    for (int index = 0; index < total; ++index) {
        const int place = (int)((unsigned)index * 7919u % places);
        if (index < total - places && index % 3 == 0) // not the last word on this place
            MPI_Accumulate(&data[(place + 1) % places], 1, MPI_INT, right_of(rank), place, 1, MPI_INT, MPI_REPLACE,
                           win);
        else if (index >= total - places)
            MPI_Accumulate(&data[place], 1, MPI_INT, right_of(rank), place, 1, MPI_INT, MPI_REPLACE, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int index = 0; index < places; ++index)
        CHECK(memory[index] == (int)mixed((unsigned)(index + 77 * left_of(rank))));
    MPI_Win_free(&win);
    free(data);
}

// A ring of long puts, then long gets by two datatypes.
static void long_ones(void) {
    enum { count = 1 << 17 };
    int *memory, *data = malloc(count * sizeof *data), *back = malloc(count * sizeof *back);
    MPI_Datatype halves;
    MPI_Win win = allocated_window(&memory, count);
    for (int index = 0; index < count; ++index) data[index] = rank * count + index, back[index] = -1;
    MPI_Type_vector(count / 2, 1, 2, MPI_INT, &halves);
    MPI_Type_commit(&halves);
    MPI_Win_fence(0, win);
    MPI_Put(data, count, MPI_INT, right_of(rank), 0, count, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; index += 101) CHECK(memory[index] == left_of(rank) * count + index);
    MPI_Get(back, 1, halves, right_of(rank), 1, 1, halves, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; index += 998)
        CHECK(back[index] == data[index + 1] && back[index + 1] == -1);
    MPI_Accumulate(data, count, MPI_INT, right_of(rank), 0, count, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; index += 103) CHECK(memory[index] == 2 * (left_of(rank) * count + index));
    MPI_Win_free(&win);
    MPI_Type_free(&halves);
    free(data);
    free(back);
}

// All ranks add to all counters of rank 0, and take numbers there.
static void all_at_one(void) {
    enum { counters = 32, rounds = 40 };
    int *memory, one = 1, taken[rounds], sum = 0, all = 0;
    MPI_Win win = allocated_window(&memory, counters + 1);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < rounds; ++round) {
        for (int index = 0; index < counters; ++index)
            MPI_Accumulate(&one, 1, MPI_INT, 0, index, 1, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(&one, &taken[round], MPI_INT, 0, counters, MPI_SUM, win);
    }
    MPI_Win_unlock_all(win);
    for (int round = 0; round < rounds; ++round) sum += taken[round];
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == rounds * size * (rounds * size - 1) / 2);
    for (int index = 0; rank == 0 && index <= counters; ++index) CHECK(memory[index] == rounds * size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

// Assertions change nothing of what is there afterwards.
static void assertions(void) {
    int *memory, got = -1;
    MPI_Win win = allocated_window(&memory, 2);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win); // gets only
    MPI_Get(&got, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    CHECK(got == 0);
    MPI_Put(&rank, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    CHECK(memory[1] == left_of(rank));
    memory[0] = 100 + rank;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&got, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
    CHECK(got == 100 + right_of(rank));
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    many_puts();
    long_ones();
    all_at_one();
    assertions();
    return end_of_windows("quantities");
}
