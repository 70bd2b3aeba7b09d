// What schedules choose in programs with windows: the order in which exclusive locks are granted and updates are
// made. Ranks that poll let the others go on.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static int* memory;
static MPI_Win win;

// Appends the own rank to the list of rank 0, under the lock.
static void append(void) {
    int length = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&length, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 1 + length++, 1, MPI_INT, win);
    MPI_Put(&length, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
}

// Every order of the ranks but 0 is possible. Wrong: it relies on rank 1 not being the last.
static int locks(void) {
    if (rank > 0) append();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0) return 0;
    printf("order");
    for (int place = 1; place < size; ++place) printf(" %d", memory[place]);
    printf("\n");
    return memory[size - 1] == 1 ? 5 : 0;
}

// Shared locks exclude nothing, and those of different parts of the window not each other.
static int apart(void) {
    int value = rank;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 1 + rank, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock(rank, win);
    return 0;
}

// Each rank but 0 takes a number. Sums without results have no order.
static int counter(void) {
    const int one = 1;
    int number = 0;
    MPI_Win_lock_all(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (rank > 0) MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    int numbers[16];
    MPI_Gather(&number, 1, MPI_INT, numbers, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0) return 0;
    for (int other = 1; other < size; ++other) printf("%d ", numbers[other]);
    printf("\n");
    return 0;
}

// A lock of the program's own, and ranks that ask for a window's lock again and again: none keeps it from others.
static int spins(void) {
    const int mine = rank + 1, nobody = 0;
    int before = 1, turn = 0;
    MPI_Win_lock_all(0, win);
    while (before != 0) {
        MPI_Compare_and_swap(&mine, &nobody, &before, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
    }
    MPI_Accumulate(&nobody, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    while (turn != rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&turn, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    ++turn;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&turn, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    return 0;
}

// Rank 0 polls memory that another rank writes after a receive from any source and under a lock.
static int polls(void) {
    int ready = 0, who = 0;
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        while (!ready) {
            MPI_Get(&ready, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
            MPI_Win_flush(0, win);
        }
        MPI_Win_unlock_all(win);
    } else if (rank == 1) {
        for (int other = 2; other < size; ++other)
            MPI_Recv(&who, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        ready = 1;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&ready, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        printf("last %d\n", who);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    return 0;
}

// Rank 0 tests an exposure that ends after a receive from any source.
static int exposure(void) {
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int other = rank == 0 ? 1 : 0;
    MPI_Group_incl(world, 1, &other, &group);
    if (rank == 0) {
        int over = 0;
        MPI_Win_post(group, 0, win);
        while (!over) MPI_Win_test(win, &over);
    } else if (rank == 1) {
        int who = 0;
        MPI_Win_start(group, 0, win);
        for (int from = 2; from < size; ++from)
            MPI_Recv(&who, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_complete(win);
        printf("last %d\n", who);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return 0;
}

int main(int argc, char** argv) {
    const struct {
        const char* name;
        int (*run)(void);
    } programs[] = {{"locks", locks}, {"apart", apart}, {"counter", counter},
                  {"spins", spins}, {"polls", polls}, {"exposure", exposure}};
    int result = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const MPI_Aint bytes = (size + 1) * (MPI_Aint)sizeof(int);
    MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, (size_t)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t index = 0; index < sizeof programs / sizeof programs[0]; ++index)
        if (argc > 1 && strcmp(argv[1], programs[index].name) == 0) result = programs[index].run();
    MPI_Win_free(&win);
    MPI_Finalize();
    return result;
}
