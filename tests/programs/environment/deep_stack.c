// Half of the usual stack of a rank may be used, across switches.
// ranks: 1 4
#include "../common/program.h"

static int descend(int depth) {
    volatile char frame[1024];
    frame[0] = (char)depth;
    if (depth % 32 == 0) MPI_Barrier(MPI_COMM_WORLD);
    int below = depth > 0 ? descend(depth - 1) : 0;
    return below + (frame[0] == (char)depth);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(descend(128) == 129);
    return end("deep stacks");
}
