/* Work items handed out by a counter in a window: each is taken once, as the sum of all shows. */
#include <mpi.h>
#include <stdio.h>

#define ITEMS 1000

int main(int argc, char **argv)
{
    int rank, counter = 0, next, one = 1;
    long sum = 0, all = 0;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    for (;;) {
        MPI_Fetch_and_op(&one, &next, MPI_INT, 0, 0, MPI_SUM, window);
        MPI_Win_flush(0, window);
        if (next >= ITEMS) break;
        sum += next;
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%ld of %ld\n", all, (long)ITEMS * (ITEMS - 1) / 2);
    MPI_Finalize();
    return all != (long)ITEMS * (ITEMS - 1) / 2;
}
