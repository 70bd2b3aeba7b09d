// A mistake of each kind; reports.sh finds its lines by the comments. Usage: mistakes KIND
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int rank, size, other, value;

static void argument(void) {
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD); // argument
    MPI_Barrier(MPI_COMM_WORLD);
}

static void deadlock(void) {
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // first waits
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // second waits
}

static void leak(void) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); // leak
}

static void unreceived(void) {
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
}

static void conflict(void) {
    int memory = 0;
    MPI_Win window;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window); // put
    MPI_Win_fence(0, window);                             // fence
    MPI_Win_free(&window);
}

static void mismatch(void) {
    if (rank == 0)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); // first differs
    else
        MPI_Barrier(MPI_COMM_WORLD); // second differs
}

static void roots(void) {
    MPI_Bcast(&value, 1, MPI_INT, rank, MPI_COMM_WORLD); // roots
}

static void crash(void) {
    volatile int* nowhere = (volatile int*)(size_t)(rank * 8);
    if (rank == 1) *nowhere = 1; // crash
    MPI_Barrier(MPI_COMM_WORLD);
}

static void spin(void) {
    int arrived = 0;
    printf("spinning\n");
    fflush(stdout);
    while (!arrived) MPI_Iprobe(other, 0, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = 1 - rank;
    const char* const kind = argc > 1 ? argv[1] : "";
    if (strcmp(kind, "argument") == 0) argument();
    if (strcmp(kind, "deadlock") == 0) deadlock();
    if (strcmp(kind, "leak") == 0) leak();
    if (strcmp(kind, "unreceived") == 0) unreceived();
    if (strcmp(kind, "conflict") == 0) conflict();
    if (strcmp(kind, "mismatch") == 0) mismatch();
    if (strcmp(kind, "roots") == 0) roots();
    if (strcmp(kind, "crash") == 0) crash();
    if (strcmp(kind, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
    if (strcmp(kind, "spin") == 0) spin();
    MPI_Finalize();
    return 0;
}
