/* right:  a lock by a list of ranks that wait, each at a word of its own part, by ordinary loads behind MPI_Win_sync, as in
           the standard's examples; some words are there when they are first loaded, and a rank stores a word again
           when it has read what another has put there and not flushed (MPI-5.0 12.8)
   ranks:  4 */
#include <mpi.h>
#include "../faults.h"

enum { next, blocked, tail, nobody = -1, first = 0, turns = 5 };
static MPI_Win window;
static MPI_Aint *memory, counter;

static void replace(MPI_Aint value, MPI_Aint rank, int word) {
    MPI_Accumulate(&value, 1, MPI_AINT, (int)rank, word, 1, MPI_AINT, MPI_REPLACE, window);
    MPI_Win_flush((int)rank, window);
}
static void lock(MPI_Aint rank) {
    MPI_Aint before;
    memory[blocked] = 1;
    memory[next] = nobody;
    MPI_Win_sync(window);
    MPI_Fetch_and_op(&rank, &before, MPI_AINT, first, tail, MPI_REPLACE, window);
    MPI_Win_flush(first, window);
    if (before == nobody) return;
    replace(rank, before, next);
    do MPI_Win_sync(window);
    while (memory[blocked] == 1);
}
static void unlock(MPI_Aint rank) {
    const MPI_Aint none = nobody;
    MPI_Aint last;
    MPI_Win_sync(window);
    if (memory[next] == nobody) {
        MPI_Compare_and_swap(&none, &rank, &last, MPI_AINT, first, tail, window);
        MPI_Win_flush(first, window);
        if (last == rank) return;
        do MPI_Win_sync(window);
        while (memory[next] == nobody);
    }
    replace(0, memory[next], blocked);
}

int main(void) {
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memory[next] = memory[tail] = nobody;
    MPI_Win_lock_all(0, window);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < turns; ++turn) {
        lock(rank);
        ++counter;
        unlock(rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(counter == turns);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
