// Windows of shared memory: parts side by side or apart, ranks without a part, loads and stores beside
// operations (MPI-5.0 section 12.2.3).
// ranks: 1 2 3 5 8
// oracle: mpich
#include "../common/windows.h"

typedef struct {
    MPI_Comm comm;
    int rank, size;
} Node;

static Node node_of_this_rank(void) {
    Node node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node.comm);
    MPI_Comm_rank(node.comm, &node.rank);
    MPI_Comm_size(node.comm, &node.size);
    return node;
}

static MPI_Info hint(const char* key, const char* value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    return info;
}

static int* part_of(MPI_Win win, int index, MPI_Aint* bytes, int* unit) {
    int* base = NULL;
    MPI_Win_shared_query(win, index, bytes, unit, &base);
    return base;
}

// Parts of 0, 2, 4... ints; side by side they lie in the order of the ranks.
static void parts(int side_by_side) {
    const Node node = node_of_this_rank();
    MPI_Info info = hint("alloc_shared_noncontig", side_by_side ? "false" : "true");
    MPI_Aint bytes = -1;
    int *own = NULL, *lowest, *behind = NULL, unit = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(2 * node.rank * (MPI_Aint)sizeof(int), sizeof(int), info, node.comm, &own, &win);
    MPI_Info_free(&info);
    MPI_Win_fence(0, win);
    for (int index = 0; index < 2 * node.rank; ++index) own[index] = 100 * node.rank + index;
    MPI_Win_fence(0, win);
    for (int other = 0; other < node.size; ++other) {
        const int* base = part_of(win, other, &bytes, &unit);
        CHECK(bytes == 2 * other * (MPI_Aint)sizeof(int));
        for (int index = 0; index < 2 * other; ++index) CHECK(base[index] == 100 * other + index);
        if (other == 0) continue;
        CHECK(unit == (int)sizeof(int));
        if (side_by_side && behind != NULL) CHECK(base == behind);
        behind = (int*)base + 2 * other;
    }
    lowest = part_of(win, MPI_PROC_NULL, &bytes, &unit);
    if (node.size > 1) {
        CHECK(lowest == part_of(win, 1, &bytes, &unit) && bytes == 2 * (MPI_Aint)sizeof(int));
        CHECK(lowest[0] == 100 && lowest[1] == 101);
    } else {
        CHECK(bytes == 0);
    }
    MPI_Win_free(&win);
    MPI_Comm_free((MPI_Comm*)&node.comm);
}

// Only the last rank brings memory, for all.
static void one_brings_all(void) {
    const Node node = node_of_this_rank();
    const int owner = node.size - 1;
    MPI_Aint bytes = -1;
    int *own = NULL, *all, unit = -1, value = 7, before = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(node.rank == owner ? 1000 * (MPI_Aint)sizeof(int) : 0, sizeof(int), MPI_INFO_NULL,
                            node.comm, &own, &win);
    all = part_of(win, MPI_PROC_NULL, &bytes, &unit);
    CHECK(bytes == 1000 * (MPI_Aint)sizeof(int) && unit == (int)sizeof(int) && all != NULL);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (node.rank == owner) memset(own, 0, 1000 * sizeof(int));
    MPI_Win_sync(win);
    MPI_Barrier(node.comm);
    MPI_Win_sync(win);
    all[node.rank] = node.rank + 1;
    MPI_Win_sync(win);
    MPI_Barrier(node.comm);
    MPI_Win_sync(win);
    for (int other = 0; other < node.size; ++other) CHECK(all[other] == other + 1);
    MPI_Fetch_and_op(&value, &before, MPI_INT, owner, 999, MPI_SUM, win);
    MPI_Win_flush(owner, win);
    CHECK(before % 7 == 0 && before / 7 < node.size);
    MPI_Barrier(node.comm);
    MPI_Win_sync(win);
    CHECK(all[999] == 7 * node.size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free((MPI_Comm*)&node.comm);
}

// Operations reach the same memory as stores.
static void both_ways(void) {
    const Node node = node_of_this_rank();
    const int next = (node.rank + 1) % node.size, last = (node.rank + node.size - 1) % node.size;
    MPI_Aint bytes;
    int *own = NULL, *theirs, unit, value = 10 + node.rank, got = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, node.comm, &own, &win);
    MPI_Win_fence(0, win);
    theirs = part_of(win, next, &bytes, &unit);
    theirs[0] = 20 + node.rank;
    MPI_Put(&value, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(own[0] == 20 + last && own[1] == 10 + last && theirs[1] == value);
    MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(got == 20 + node.rank);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT | MPI_MODE_NOSTORE, win);
    MPI_Win_free(&win);
    MPI_Comm_free((MPI_Comm*)&node.comm);
}

// Units differ by rank.
static void units(void) {
    const Node node = node_of_this_rank();
    const int next = (node.rank + 1) % node.size, next_unit = next % 2 ? 1 : 8;
    MPI_Aint bytes;
    char* own = NULL;
    int unit = -1;
    double value = node.rank + 0.25, got = 0;
    MPI_Win win;
    MPI_Win_allocate_shared(64, node.rank % 2 ? 1 : 8, MPI_INFO_NULL, node.comm, &own, &win);
    part_of(win, next, &bytes, &unit);
    CHECK(unit == next_unit && bytes == 64);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, next, 24 / next_unit, 1, MPI_DOUBLE, win);
    MPI_Win_unlock(next, win);
    MPI_Barrier(node.comm);
    memcpy(&got, own + 24, sizeof got);
    CHECK(got == (node.rank + node.size - 1) % node.size + 0.25);
    MPI_Win_free(&win);
    MPI_Comm_free((MPI_Comm*)&node.comm);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    parts(1);
    parts(0);
    one_brings_all();
    both_ways();
    units();
    return end_of_windows("shared windows");
}
