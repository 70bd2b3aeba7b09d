// What debugger.sh looks at with gdb: globals that are private to a rank, a line to stop at, a crash, ranks that
// wait.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int doubled;

static void visit(int rank) {
    doubled = 2 * rank;
    printf("rank %d has %d\n", rank, doubled); // the debugger stops here
}

static void crash(int* index) {
    *index = 1; // the crash
}

// The others are waiting when rank 0 has all messages, where one worker runs all ranks.
static void wait_for_first(int rank) {
    int value = rank;
    MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // the others wait here
}

static void look(int size) {
    int value = 0;
    for (int other = 1; other < size; ++other)
        MPI_Recv(&value, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    doubled = 100; // who looks on stops here
    for (int other = 1; other < size; ++other) MPI_Send(&value, 1, MPI_INT, other, 2, MPI_COMM_WORLD);
}

// A debugger that comes later ends it.
static void spin(void) {
    fprintf(stderr, "spins\n");
    for (volatile int goes_on = 1; goes_on;) continue;
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    visit(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    const char* what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "crash") == 0 && rank == size - 1) crash(NULL);
    if (strcmp(what, "spin") == 0 && rank == 0) spin();
    if (strcmp(what, "wait") == 0) rank == 0 ? look(size) : wait_for_first(rank);
    MPI_Finalize();
    return 0;
}
