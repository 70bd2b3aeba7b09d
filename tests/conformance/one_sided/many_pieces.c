// Dynamic windows: many pieces attached, detached and attached again in any order, operations across pieces
// that lie side by side, datatypes of absolute addresses (MPI-5.0 section 12.2.4).
// ranks: 1 2 3 5 8
// oracle: mpich
#include "../common/windows.h"

enum { pieces = 200, ints = 4 };

static MPI_Aint address_of(const void* memory) {
    MPI_Aint address;
    MPI_Get_address(memory, &address);
    return address;
}

// Pieces of the left neighbour's, in an order of its own, some of which come and go.
static void come_and_go(void) {
    int* memory[pieces];
    MPI_Aint own[pieces], theirs[pieces];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int piece = 0; piece < pieces; ++piece) {
        memory[piece] = calloc(ints, sizeof(int));
        MPI_Win_attach(win, memory[piece], ints * sizeof(int));
        own[piece] = address_of(memory[piece]);
    }
    for (int piece = 0; piece < pieces; piece += 3) MPI_Win_detach(win, memory[piece]);
    for (int piece = pieces; piece-- > 0;)
        if (piece % 3 == 0) MPI_Win_attach(win, memory[piece], ints * sizeof(int));
    MPI_Sendrecv(own, pieces, MPI_AINT, left_of(rank), 0, theirs, pieces, MPI_AINT, right_of(rank), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < 2; ++round)
        for (int piece = 0; piece < pieces; ++piece) {
            const int value = 1000 * rank + piece;
            MPI_Accumulate(&value, 1, MPI_INT, right_of(rank), MPI_Aint_add(theirs[piece], piece % ints * sizeof(int)),
                           1, MPI_INT, MPI_SUM, win);
            MPI_Win_flush_local(right_of(rank), win);
        }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int piece = 0; piece < pieces; ++piece)
        for (int one = 0; one < ints; ++one)
            CHECK(memory[piece][one] == (one == piece % ints ? 2 * (1000 * left_of(rank) + piece) : 0));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int piece = pieces; piece-- > 0;) {
        MPI_Win_detach(win, memory[piece]);
        free(memory[piece]);
    }
    MPI_Win_free(&win);
}

// An element of a datatype that holds addresses at the target, put to displacement MPI_BOTTOM.
static void absolute(void) {
    int memory[8] = {0}, values[3] = {rank + 1, rank + 2, rank + 3};
    const int lengths[2] = {1, 2};
    MPI_Aint own = address_of(memory), base, places[2];
    MPI_Datatype type;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Sendrecv(&own, 1, MPI_AINT, left_of(rank), 0, &base, 1, MPI_AINT, right_of(rank), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    places[0] = MPI_Aint_add(base, 7 * sizeof(int));
    places[1] = MPI_Aint_add(base, 2 * sizeof(int));
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    MPI_Put(values, 3, MPI_INT, right_of(rank), (MPI_Aint)(size_t)MPI_BOTTOM, 1, type, win);
    MPI_Win_fence(0, win);
    CHECK(memory[7] == left_of(rank) + 1 && memory[2] == left_of(rank) + 2 && memory[3] == left_of(rank) + 3);
    CHECK(memory[0] == 0 && memory[1] == 0 && memory[4] == 0);
    MPI_Win_fence(0, win);
    MPI_Accumulate(values, 3, MPI_INT, right_of(rank), 0, 1, type, MPI_PROD, win);
    MPI_Win_fence(0, win);
    CHECK(memory[7] == (left_of(rank) + 1) * (left_of(rank) + 1));
    MPI_Type_free(&type);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
}

// The origin's and the result's addresses are in their datatypes.
static void absolute_origins(void) {
    int memory[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3}, from[2] = {100, 200}, to[2] = {0, 0};
    MPI_Aint places[2] = {address_of(&from[1]), address_of(&from[0])};
    MPI_Aint back[2] = {address_of(&to[1]), address_of(&to[0])};
    MPI_Datatype origin, result;
    MPI_Win win = window_over(memory, 4);
    MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &origin);
    MPI_Type_create_hindexed_block(2, 1, back, MPI_INT, &result);
    MPI_Type_commit(&origin);
    MPI_Type_commit(&result);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(MPI_BOTTOM, 1, origin, MPI_BOTTOM, 1, result, right_of(rank), 1, 2, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    CHECK(to[1] == 10 * right_of(rank) + 1 && to[0] == 10 * right_of(rank) + 2);
    CHECK(memory[1] == 10 * rank + 1 + 200 && memory[2] == 10 * rank + 2 + 100);
    MPI_Win_fence(0, win);
    MPI_Put(MPI_BOTTOM, 1, origin, right_of(rank), 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(memory[0] == 200 && memory[1] == 100);
    MPI_Win_free(&win);
    MPI_Type_free(&origin);
    MPI_Type_free(&result);
}

// Memory attached to two windows, one piece attached while others are accessed.
static void while_accessed(void) {
    int *growing[10], first[2] = {0, 0};
    MPI_Aint own = address_of(first), next;
    MPI_Win win, twin;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &twin);
    MPI_Win_attach(win, first, sizeof first);
    MPI_Win_attach(twin, first, sizeof first);
    MPI_Sendrecv(&own, 1, MPI_AINT, left_of(rank), 0, &next, 1, MPI_AINT, right_of(rank), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, twin);
    for (int index = 0; index < 10; ++index) {
        MPI_Aint here, there;
        int value = rank + index, got = -1;
        growing[index] = calloc(1, sizeof(int));
        MPI_Win_attach(win, growing[index], sizeof(int));
        here = address_of(growing[index]);
        MPI_Sendrecv(&here, 1, MPI_AINT, left_of(rank), 0, &there, 1, MPI_AINT, right_of(rank), 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Put(&value, 1, MPI_INT, right_of(rank), there, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, right_of(rank), index % 2 ? MPI_Aint_add(next, sizeof(int)) : next, 1, MPI_INT,
                index % 2 ? win : twin);
        MPI_Win_flush(right_of(rank), win);
        MPI_Win_flush(right_of(rank), twin);
        MPI_Get(&got, 1, MPI_INT, right_of(rank), there, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        CHECK(got == value);
    }
    MPI_Win_unlock_all(twin);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(first[0] == left_of(rank) + 8 && first[1] == left_of(rank) + 9);
    for (int index = 0; index < 10; ++index) {
        CHECK(growing[index][0] == left_of(rank) + index);
        MPI_Win_detach(win, growing[index]);
        free(growing[index]);
    }
    MPI_Win_detach(twin, first);
    MPI_Win_detach(win, first);
    MPI_Win_free(&twin);
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    come_and_go();
    absolute();
    absolute_origins();
    while_accessed();
    return end_of_windows("many pieces");
}
