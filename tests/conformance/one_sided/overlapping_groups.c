// Epochs between groups that overlap, of one window and of two at a time (MPI-5.0 section 12.5.2).
// ranks: 1 2 3 5 8 16
// oracle: no
#include "../common/windows.h"

enum { most = 16 };

// The next `count` ranks in direction `step`, in order of distance.
static MPI_Group neighbours(MPI_Win win, int count, int step) {
    int ranks[most];
    for (int index = 0; index < count; ++index) ranks[index] = (rank + (index + 1) * step + 2 * size) % size;
    return group_of(win, count, ranks);
}

static int is_within(int other, int count) {
    const int distance = (rank - other + size) % size;
    return distance >= 1 && distance <= count;
}

// Each rank puts to the `count` ranks after it; count == size: also to itself.
static void put_to_neighbours(int count, int assertions) {
    int *memory, value = 1000 * count + rank;
    MPI_Win win = allocated_window(&memory, most);
    MPI_Group targets = neighbours(win, count, 1), origins = neighbours(win, count, -1);
    for (int index = 0; index < most; ++index) memory[index] = -1;
    MPI_Win_post(origins, assertions, win);
    if (assertions == MPI_MODE_NOCHECK) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(targets, assertions, win);
    for (int index = 1; index <= count; ++index)
        MPI_Put(&value, 1, MPI_INT, (rank + index) % size, rank, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    for (int other = 0; other < size; ++other)
        CHECK(memory[other] == (count == size || is_within(other, count) ? 1000 * count + other : -1));
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Win_free(&win);
}

// The groups change from epoch to epoch, while some ranks are epochs ahead of others.
static void changing(void) {
    int *memory, one = 1, expected = 0;
    MPI_Win win = allocated_window(&memory, 1);
    for (int epoch = 0; epoch < 12; ++epoch) {
        const int count = 1 + epoch % size;
        MPI_Group targets = neighbours(win, count, epoch % 2 ? 1 : -1);
        MPI_Group origins = neighbours(win, count, epoch % 2 ? -1 : 1);
        int ended = 0;
        MPI_Win_post(origins, 0, win);
        MPI_Win_start(targets, 0, win);
        for (int index = 1; index <= count; ++index)
            MPI_Accumulate(&one, 1, MPI_INT, (rank + (epoch % 2 ? index : 2 * size - index)) % size, 0, 1, MPI_INT,
                           MPI_SUM, win);
        MPI_Win_complete(win);
        while (!ended) MPI_Win_test(win, &ended);
        expected += count;
        CHECK(memory[0] == expected);
        MPI_Group_free(&targets);
        MPI_Group_free(&origins);
    }
    MPI_Win_free(&win);
}

// Rank 0 exposes its part to one rank after the other, twice to each, in an order of which they don't know.
static void one_by_one(void) {
    int *memory, root = 0;
    MPI_Win win = allocated_window(&memory, 1);
    for (int other = size - 1; rank == 0 && other > 0; --other) {
        MPI_Group group = group_of(win, 1, &other);
        MPI_Win_post(group, MPI_MODE_NOPUT, win);
        MPI_Win_wait(win);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
        CHECK(memory[0] == other);
        MPI_Group_free(&group);
    }
    if (rank > 0) {
        MPI_Group group = group_of(win, 1, &root);
        int found = -1;
        MPI_Win_start(group, 0, win);
        MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        CHECK(found == (rank == size - 1 ? 0 : rank + 1));
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Group_free(&group);
    }
    MPI_Win_free(&win);
}

// A rank's part is read by several at a time.
static void readers(void) {
    int *memory, found[most][2];
    MPI_Win win = allocated_window(&memory, 2);
    MPI_Group all = neighbours(win, size, 1);
    memory[0] = 7 * rank;
    memory[1] = rank;
    MPI_Win_post(all, MPI_MODE_NOPUT, win);
    MPI_Win_start(all, 0, win);
    for (int other = 0; other < size; ++other) MPI_Get(found[other], 2, MPI_INT, other, 0, 2, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    for (int other = 0; other < size; ++other) CHECK(found[other][0] == 7 * other && found[other][1] == other);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}

// Epochs of two windows, of which neither lies within the other.
static void two_windows(void) {
    int *first, *second;
    MPI_Win one = allocated_window(&first, 1), other = allocated_window(&second, 1);
    MPI_Group right = neighbours(one, 1, 1), left = neighbours(one, 1, -1);
    first[0] = second[0] = -1;
    MPI_Win_post(left, 0, one);
    MPI_Win_post(right, 0, other);
    MPI_Win_start(left, 0, other);
    MPI_Win_start(right, 0, one);
    MPI_Put(&rank, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, one);
    MPI_Put(&rank, 1, MPI_INT, left_of(rank), 0, 1, MPI_INT, other);
    MPI_Win_complete(other);
    MPI_Win_complete(one);
    MPI_Win_wait(one);
    MPI_Win_wait(other);
    CHECK(first[0] == left_of(rank) && second[0] == right_of(rank));
    MPI_Group_free(&right);
    MPI_Group_free(&left);
    MPI_Win_free(&one);
    MPI_Win_free(&other);
}

static void with_nobody(void) {
    int *memory, ended = 0;
    MPI_Win win = allocated_window(&memory, 1);
    memory[0] = 5;
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    while (!ended) MPI_Win_test(win, &ended);
    CHECK(memory[0] == 5);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int count = 1; count <= size; ++count) put_to_neighbours(count, 0);
    put_to_neighbours(size, MPI_MODE_NOCHECK);
    put_to_neighbours(1, MPI_MODE_NOCHECK);
    changing();
    one_by_one();
    readers();
    two_windows();
    with_nobody();
    return end_of_windows("overlapping_groups");
}
