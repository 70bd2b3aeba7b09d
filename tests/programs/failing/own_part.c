// What a rank sends itself in a collective is as long as what it expects of itself.
// ranks: 1 3
// exit: nonzero
// oracle: no
// stderr: rank 0: MPI_Gather: this rank sends itself 4 bytes, but expects 8.*MPI_ERR_COUNT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value[2] = {rank, rank};
    int* all = calloc((size_t)size * 2, sizeof *all);
    MPI_Gather(value, rank == 0 ? 1 : 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
    free(all);
    return end("not reached");
}
