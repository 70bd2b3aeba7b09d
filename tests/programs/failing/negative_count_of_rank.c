// A negative count in an array is named with its index, also where the buffers are wrong too.
// ranks: 4
// exit: nonzero
// stderr: MPI_Gatherv: recvcounts\[3\] = -1: expected no negative count .*MPI_ERR_COUNT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int numbers[8] = {0};
    int counts[4] = {1, 1, 1, -1}, indices[4] = {0, 1, 2, 3};
    MPI_Gatherv(numbers, 1, MPI_INT, numbers, counts, indices, MPI_INT, 0, MPI_COMM_WORLD);
    return end("not reached");
}
