// What debugger.sh looks at with gdb: globals that are private to a rank, a line to stop at, and a crash.
#include <mpi.h>
#include <stdio.h>

static int doubled;

static void visit(int rank) {
    doubled = 2 * rank;
    printf("rank %d has %d\n", rank, doubled); // the debugger stops here
}

static void crash(int* place) {
    *place = 1; // the crash
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    visit(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && rank == size - 1) crash(NULL);
    MPI_Finalize();
    return doubled != 2 * rank;
}
