// The forms for large counts: the same as those for ints (MPI-5.0 sections 12.2 and 12.3).
// ranks: 1 2 3 5 8
#include "../common/windows.h"

#if MPI_SINCE(4, 0)

enum { count = 10 };

static void operations(void) {
    int memory[3 * count], data[count], result[count], expected[count];
    const MPI_Count all = count;
    MPI_Win win;
    for (int index = 0; index < 3 * count; ++index) memory[index] = index;
    for (int index = 0; index < count; ++index) data[index] = 100 * rank + index;
    MPI_Win_create_c(memory, sizeof memory, (MPI_Aint)sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(data, all, MPI_INT, right_of(rank), 0, all, MPI_INT, win);
    MPI_Accumulate_c(data, all, MPI_INT, right_of(rank), count, all, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate_c(data, all, MPI_INT, result, all, MPI_INT, right_of(rank), 2 * count, all, MPI_INT, MPI_MAX,
                         win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index) {
        const int theirs = 100 * left_of(rank) + index;
        CHECK(memory[index] == theirs && memory[count + index] == count + index + theirs);
        CHECK(memory[2 * count + index] == (theirs > 2 * count + index ? theirs : 2 * count + index));
        CHECK(result[index] == 2 * count + index);
    }
    MPI_Get_c(expected, all, MPI_INT, right_of(rank), 0, all, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index) CHECK(expected[index] == data[index]);
    MPI_Win_free(&win);
}

static void requests(void) {
    int *memory = NULL, data[2] = {rank, -rank}, got[2] = {0, 0}, before[2] = {-1, -1};
    MPI_Request request[2];
    MPI_Win win;
    MPI_Win_allocate_c(4 * sizeof(int), (MPI_Aint)sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int index = 0; index < 4; ++index) memory[index] = 5;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Rput_c(data, (MPI_Count)2, MPI_INT, right_of(rank), 0, (MPI_Count)2, MPI_INT, win, &request[0]);
    MPI_Raccumulate_c(data, (MPI_Count)2, MPI_INT, right_of(rank), 2, (MPI_Count)2, MPI_INT, MPI_SUM, win,
                      &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Win_flush(right_of(rank), win);
    MPI_Rget_c(got, (MPI_Count)2, MPI_INT, right_of(rank), 0, (MPI_Count)2, MPI_INT, win, &request[0]);
    MPI_Rget_accumulate_c(data, (MPI_Count)2, MPI_INT, before, (MPI_Count)2, MPI_INT, right_of(rank), 2, (MPI_Count)2,
                          MPI_INT, MPI_SUM, win, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    CHECK(got[0] == rank && got[1] == -rank && before[0] == 5 + rank && before[1] == 5 - rank);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(memory[2] == 5 + 2 * left_of(rank) && memory[3] == 5 - 2 * left_of(rank));
    MPI_Win_free(&win);
}

static void shared(void) {
    MPI_Comm node;
    MPI_Aint bytes = -1, unit = -1;
    int *own = NULL, *base = NULL, position;
    MPI_Win win;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &position);
    MPI_Win_allocate_shared_c(8 * (position + 1), (MPI_Aint)2, MPI_INFO_NULL, node, &own, &win);
    MPI_Win_shared_query_c(win, position, &bytes, &unit, &base);
    CHECK(bytes == 8 * (position + 1) && unit == 2 && base == own);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
}

// A datatype made with large counts at the target, more than an int's worth of units away from nothing.
static void types(void) {
    static char memory[4096];
    MPI_Datatype type;
    MPI_Win win;
    char data[3] = {'x', 'y', 'z'};
    memset(memory, '.', sizeof memory);
    MPI_Type_vector_c((MPI_Count)3, (MPI_Count)1, (MPI_Count)1000, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    MPI_Win_create_c(memory, sizeof memory, (MPI_Aint)1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(data, (MPI_Count)3, MPI_CHAR, left_of(rank), 95, (MPI_Count)1, type, win);
    MPI_Win_fence(0, win);
    CHECK(memory[95] == 'x' && memory[1095] == 'y' && memory[2095] == 'z' && memory[96] == '.');
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    operations();
    requests();
    shared();
    types();
    return end_of_windows("large counts");
}

#else

int main(int argc, char** argv) {
    begin(&argc, &argv);
    return end_of_windows("large counts");
}

#endif
