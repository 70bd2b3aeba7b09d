// Datatypes at the target whose pieces are in several attached ranges of a dynamic window: each piece counts, not the span
// from the first to the last (MPI-5.0 sections 12.2.4 and 12.3).
// ranks: 1 2 3 5
#include "../common/windows.h"

enum { piece = 4, distance = 24, all = distance + piece };

static _Alignas(double) int memory[all];
static MPI_Aint* addresses; // of `memory` at each rank

static MPI_Aint address_of(const void* place) {
    MPI_Aint address;
    MPI_Get_address(place, &address);
    return address;
}

// Two pieces of `piece` numbers: relative to the first, or at absolute addresses of the target.
static MPI_Datatype two_pieces(int target, int absolute) {
    const MPI_Aint base = absolute ? addresses[target] : 0;
    MPI_Aint places[2] = {base, base + distance * (MPI_Aint)sizeof(int)};
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(2, piece, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static int expected(int from, int index) {
    return 1000 * (from + 1) + index;
}

static void fill(int from) {
    for (int index = 0; index < all; ++index) memory[index] = -1;
    for (int index = 0; index < piece; ++index) {
        memory[index] = expected(from, index);
        memory[distance + index] = expected(from, piece + index);
    }
}

typedef void (*Operation)(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win);

static void by_put(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Put(data, 2 * piece, MPI_INT, target, displacement, 1, type, win);
}
static void by_accumulate(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Accumulate(data, 2 * piece, MPI_INT, target, displacement, 1, type, MPI_REPLACE, win);
}
static void by_get_accumulate(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    static int before[2 * piece];
    MPI_Get_accumulate(data, 2 * piece, MPI_INT, before, 2 * piece, MPI_INT, target, displacement, 1, type, MPI_REPLACE, win);
}
static void by_rput(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Request request;
    MPI_Rput(data, 2 * piece, MPI_INT, target, displacement, 1, type, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void by_raccumulate(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Request request;
    MPI_Raccumulate(data, 2 * piece, MPI_INT, target, displacement, 1, type, MPI_REPLACE, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void by_rget_accumulate(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    static int before[2 * piece];
    MPI_Request request;
    MPI_Rget_accumulate(data, 2 * piece, MPI_INT, before, 2 * piece, MPI_INT, target, displacement, 1, type, MPI_REPLACE,
                        win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void by_get(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Get(data, 2 * piece, MPI_INT, target, displacement, 1, type, win);
}
static void by_rget(int* data, int target, MPI_Aint displacement, MPI_Datatype type, MPI_Win win) {
    MPI_Request request;
    MPI_Rget(data, 2 * piece, MPI_INT, target, displacement, 1, type, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void write_right(Operation operation, int absolute, MPI_Win win) {
    const int right = right_of(rank);
    int data[2 * piece];
    MPI_Datatype type = two_pieces(right, absolute);
    for (int index = 0; index < 2 * piece; ++index) data[index] = expected(rank, index);
    for (int index = 0; index < all; ++index) memory[index] = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    operation(data, right, absolute ? 0 : addresses[right], type, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int index = 0; index < 2 * piece; ++index)
        CHECK(memory[index < piece ? index : distance + index - piece] == expected(left_of(rank), index));
    for (int index = piece; index < distance; ++index) CHECK(memory[index] == -1);
    MPI_Win_unlock(rank, win);
    MPI_Type_free(&type);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void read_right(Operation operation, int absolute, MPI_Win win) {
    const int right = right_of(rank);
    int data[2 * piece] = {0};
    MPI_Datatype type = two_pieces(right, absolute);
    fill(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    operation(data, right, absolute ? 0 : addresses[right], type, win);
    MPI_Win_unlock(right, win);
    for (int index = 0; index < 2 * piece; ++index) CHECK(data[index] == expected(right, index));
    MPI_Type_free(&type);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void two_ranges(int second_first) {
    static const Operation writes[] = {by_put,  by_accumulate,   by_get_accumulate,
                                       by_rput, by_raccumulate, by_rget_accumulate};
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int one = 0; one < 2; ++one)
        MPI_Win_attach(win, memory + (one == second_first ? 0 : distance), piece * sizeof(int));
    for (int absolute = 0; absolute < 2; ++absolute) {
        for (int one = 0; one < 6; ++one) write_right(writes[one], absolute, win);
        read_right(by_get, absolute, win);
        read_right(by_rget, absolute, win);
    }
    MPI_Win_detach(win, memory);
    MPI_Win_detach(win, memory + distance);
    MPI_Win_free(&win);
}

// One element over two ranges that follow each other.
static void adjacent_ranges(void) {
    const int right = right_of(rank);
    double number = rank + 0.5, got = -1;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory + 1, sizeof(int));
    MPI_Win_attach(win, memory, sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Put(&number, 1, MPI_DOUBLE, right, addresses[right], 1, MPI_DOUBLE, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&got, 1, MPI_DOUBLE, right, addresses[right], 1, MPI_DOUBLE, win);
    MPI_Win_unlock(right, win);
    CHECK(got == number);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, memory);
    MPI_Win_detach(win, memory + 1);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    MPI_Aint own;
    begin(&argc, &argv);
    addresses = malloc((size_t)size * sizeof *addresses);
    own = address_of(memory);
    MPI_Allgather(&own, 1, MPI_AINT, addresses, 1, MPI_AINT, MPI_COMM_WORLD);
    two_ranges(0);
    two_ranges(1);
    adjacent_ranges();
    free(addresses);
    return end_of_windows("datatypes over several attached ranges");
}
