// A count of a collective goes by its name, and is told before buffers that are the same.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Allgather: sendcount = -2: expected no negative count .*MPI_ERR_COUNT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int numbers[8] = {0};
    MPI_Allgather(numbers, -2, MPI_INT, numbers, 1, MPI_INT, MPI_COMM_WORLD);
    return end("not reached");
}
