// A rank that sends less than the others expect: nothing is longer than a buffer.
// ranks: 3
// exit: nonzero
// stderr: MPI_Scatter: rank 0 sent 4 bytes, but this rank expects 8: counts or datatypes of the ranks differ.*MPI_ERR_COUNT
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int numbers[3] = {0}, own[2];
    MPI_Scatter(numbers, 1, MPI_INT, own, rank == 0 ? 1 : 2, MPI_INT, 0, MPI_COMM_WORLD);
    return end("not reached");
}
