// Put, get and accumulates between fences and under locks: datatypes at both sides, operations, pairs, null
// targets (MPI-5.0 section 12.3).
// ranks: 1 2 3 5 8 16
// openmpi-ranks: 2 3 5 8 16
#include "../common/windows.h"

static void neighbours(void) {
    int memory[4] = {-1, -1, -1, -1}, value = 10 * rank, got = -1, nothing = 7;
    MPI_Win win = window_over(memory, 4);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&value, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win);
    MPI_Put(&nothing, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Put(NULL, 0, MPI_INT, right_of(rank), 0, 0, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(memory[1] == 10 * left_of(rank) && memory[0] == -1);
    MPI_Get(&got, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(got == value);
    MPI_Win_free(&win);
}

// A column of a matrix goes into a row, and a vector of pairs comes back.
static void derived(void) {
    enum { rows = 6, columns = 5 };
    int matrix[rows][columns], block[rows];
    MPI_Datatype column, back;
    MPI_Win win = window_over(&matrix[0][0], rows * columns);
    for (int row = 0; row < rows; ++row)
        for (int one = 0; one < columns; ++one) matrix[row][one] = 1000 * rank + 10 * row + one;
    MPI_Type_vector(rows, 1, columns, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_hvector(rows / 2, 2, 4 * sizeof(int), MPI_INT, &back);
    MPI_Type_commit(&back);
    MPI_Win_fence(0, win);
    MPI_Get(block, rows, MPI_INT, right_of(rank), 2, 1, column, win);
    MPI_Win_fence(0, win);
    for (int row = 0; row < rows; ++row) CHECK(block[row] == 1000 * right_of(rank) + 10 * row + 2);
    for (int row = 0; row < rows; ++row) block[row] = -row - 100 * rank;
    MPI_Put(block, rows, MPI_INT, right_of(rank), 4, 1, column, win);
    MPI_Win_fence(0, win);
    for (int row = 0; row < rows; ++row) CHECK(matrix[row][4] == -row - 100 * left_of(rank));
    MPI_Accumulate(&matrix[0][0], 1, back, right_of(rank), 2, 1, column, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int row = 0; row < rows; ++row) {
        const int* from = &matrix[0][0];
        int position = row / 2 * 4 + row % 2; // of the sender's data; those in column 4 were changed before
        if (position % columns < 4)
            CHECK(matrix[row][2] == 1000 * left_of(rank) + 10 * (position / columns) + position % columns);
        CHECK(from == &matrix[0][0]);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&back);
    MPI_Win_free(&win);
}

static void sums(void) {
    long memory[3] = {5, 5, 5}, added = rank + 1, before = -1;
    long all = (long)size * (size + 1) / 2;
    double numbers[4] = {1, 1, 1, 1}, factors[2] = {2, 0.5};
    struct {
        double value;
        int index;
    } pair = {-1, -1}, mine = {(rank * 7) % size, rank}, largest = {-1, -1};
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&added, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) CHECK(memory[0] == 5 && memory[1] == 5 + all && memory[2] == 5);
    MPI_Win_fence(0, win); // others change memory[2] next
    MPI_Get_accumulate(NULL, 0, MPI_LONG, &before, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_NO_OP, win);
    MPI_Accumulate(&added, 1, MPI_LONG, 0, 2, 1, MPI_LONG, MPI_MAX, win);
    MPI_Win_fence(0, win);
    CHECK(before == 5 + all);
    if (rank == 0) CHECK(memory[2] == (size > 5 ? size : 5));
    MPI_Win_free(&win);
    MPI_Win_create(numbers, sizeof numbers, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(factors, 2, MPI_DOUBLE, right_of(rank), 1, 2, MPI_DOUBLE, MPI_PROD, win);
    MPI_Win_fence(0, win);
    CHECK(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 0.5 && numbers[3] == 1);
    MPI_Win_free(&win);
    MPI_Win_create(&pair, sizeof pair, sizeof pair, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    MPI_Reduce(&mine, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
    if (rank == 0) CHECK(pair.value == largest.value && pair.index == largest.index);
    MPI_Win_free(&win);
}

// Each value of a counter is handed out once; each slot is taken once.
static void counters(void) {
    enum { rounds = 30, most = 64 };
    int memory[2 + most], one = 1, claimed = 0, all = -1, seen[rounds];
    MPI_Win win = window_over(memory, 2 + most);
    for (int index = 0; index < 2 + most; ++index) memory[index] = index < 2 ? 0 : -1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < rounds; ++round) {
        MPI_Fetch_and_op(&one, &seen[round], MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(round == 0 || seen[round] > seen[round - 1]);
    }
    for (int position = 0; position < most; ++position) {
        int free_mark = -1, found = -2;
        MPI_Compare_and_swap(&rank, &free_mark, &found, MPI_INT, size - 1, 2 + position, win);
        MPI_Win_flush_local(size - 1, win);
        CHECK(found >= -1 && found < size);
        claimed += found == -1;
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&claimed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == most);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (rank == 0) CHECK(memory[0] == rounds * size);
    for (int position = 0; rank == size - 1 && position < most; ++position) CHECK(memory[2 + position] >= 0);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

static void requests(void) {
    int memory[4] = {0, 0, 0, 0}, value = 3, got = -1, before = -1, ended = 0;
    MPI_Request all[4];
    MPI_Win win = window_over(memory, 4);
    MPI_Win_lock_all(0, win);
    MPI_Rput(&value, 1, MPI_INT, right_of(rank), 0, 1, MPI_INT, win, &all[0]);
    MPI_Raccumulate(&value, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, MPI_SUM, win, &all[1]);
    MPI_Rget_accumulate(&value, 1, MPI_INT, &before, 1, MPI_INT, right_of(rank), 2, 1, MPI_INT, MPI_SUM, win,
                        &all[2]);
    MPI_Rput(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &all[3]);
    MPI_Waitall(4, all, MPI_STATUSES_IGNORE);
    CHECK(before == 0 && all[0] == MPI_REQUEST_NULL);
    MPI_Win_flush_all(win);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank), 1, 1, MPI_INT, win, &all[0]);
    while (!ended) MPI_Test(&all[0], &ended, MPI_STATUS_IGNORE);
    CHECK(got == 3);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory[0] == 3 && memory[1] == 3 && memory[2] == 3 && memory[3] == 0);
    MPI_Win_free(&win);
}

static void large(void) {
    enum { count = 150000 };
    int *memory = NULL, *data = malloc(count * sizeof(int));
    MPI_Win win;
    MPI_Win_allocate(count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int index = 0; index < count; ++index) data[index] = (int)mixed((unsigned)(rank + index));
    MPI_Win_fence(0, win);
    MPI_Put(data, count, MPI_INT, right_of(rank), 0, count, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; index += 97)
        CHECK(memory[index] == (int)mixed((unsigned)(left_of(rank) + index)));
    MPI_Win_free(&win);
    free(data);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    neighbours();
    derived();
    sums();
    counters();
    requests();
    large();
    return end_of_windows("operations");
}
