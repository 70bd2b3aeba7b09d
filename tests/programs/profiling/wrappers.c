// A program's own MPI_ functions around the PMPI_ ones, in a unit of their own, see all calls.
// with: units/counting.c
#include "../common/program.h"

extern int sends, barriers, finalizes;

static void say_finalized(void) {
    if (finalizes != 1) printf("FAILED: MPI_Finalize was counted %d times\n", finalizes);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    atexit(say_finalized);
    for (int round = 0; round < 5; ++round) {
        MPI_Request request;
        int value = rank, got = -1;
        MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request);
        MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(got == (rank + size - 1) % size && sends == round + 1);
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(barriers == round + 1);
    }
    PMPI_Barrier(MPI_COMM_WORLD);
    CHECK(barriers == 5);
    return end("MPI_ functions around PMPI_ functions");
}
