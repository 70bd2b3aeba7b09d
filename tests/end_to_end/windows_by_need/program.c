// What a program names of windows: nothing, puts between fences, locks (LOCKS), accumulates (ACCUMULATES).
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int memory = 0, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
#ifdef WINDOWS
    MPI_Win win;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
#ifdef ACCUMULATES
    MPI_Win_fence(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
#endif
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
#ifdef LOCKS
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_unlock(0, win);
#endif
    MPI_Win_free(&win);
#endif
    MPI_Finalize();
    puts("done");
    return memory > 1;
}
