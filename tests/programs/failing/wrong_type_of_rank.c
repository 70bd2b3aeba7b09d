// A datatype in an array is named with its index.
// ranks: 2
// exit: nonzero
// stderr: MPI_Alltoallw: sendtypes\[1\] = MPI_DATATYPE_NULL: expected a datatype .*MPI_ERR_TYPE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int out[2] = {0}, in[2], counts[2] = {1, 1}, indices[2] = {0, 4};
    MPI_Datatype right[2] = {MPI_INT, MPI_INT}, wrong[2] = {MPI_INT, MPI_DATATYPE_NULL};
    MPI_Alltoallw(out, counts, indices, wrong, in, counts, indices, right, MPI_COMM_WORLD);
    return end("not reached");
}
