// setvbuf with each mode and fflush: everything arrives, in the order of each rank.
// count: N ^rank [0-9]+: first$
// count: N ^rank [0-9]+: second$
// count: N ^rank [0-9]+: third$
// oracle: no
#include "../common/program.h"

static char buffer[4096];

int main(int argc, char** argv) {
    const int modes[] = {_IONBF, _IOLBF, _IOFBF};
    begin(&argc, &argv);
    int mode = modes[rank % 3];
    CHECK(setvbuf(stdout, mode == _IONBF ? NULL : buffer, mode, sizeof buffer) == 0);
    printf("rank %d: first\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    fprintf(stdout, "rank %d: %s\n", rank, "second");
    CHECK(fflush(stdout) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: third\n", rank);
    CHECK(fflush(NULL) == 0);
    return end("buffering");
}
