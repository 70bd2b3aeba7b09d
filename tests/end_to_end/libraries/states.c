/* Prints what is in the variables of two libraries after each rank has changed them, in turn. */
#include <mpi.h>
#include <stdio.h>

int count_call(int calls);
int count_twice(int calls);
extern int calls_so_far;

int main(int argc, char** argv) {
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 3; ++turn) {
        count_twice(rank);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    calls_so_far += 1;
    printf("rank %d: %d, %d\n", rank, count_twice(0), count_call(0));
    MPI_Finalize();
    return 0;
}
