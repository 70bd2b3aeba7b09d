// A rank overflows its stack while the others wait for it: the report says so and how to give more.
// ranks: 1 4
// exit: nonzero
// stderr: stack overflow in rank 0, in bottomless.*--stack SIZE
#include "../common/program.h"

static int bottomless(volatile char* above) {
    volatile char frame[4096];
    frame[0] = frame[1] = above[0];
    if (above[0] == 0) return 0;
    return bottomless(frame) + frame[0] + above[1];
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    volatile char start[2] = {1, 2};
    int value = 0;
    if (rank == 0 && size > 0) value = bottomless(start);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end("not reached");
}
