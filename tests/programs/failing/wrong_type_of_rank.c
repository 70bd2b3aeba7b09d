// A datatype in an array is named with its place in it.
// ranks: 2
// exit: nonzero
// stderr: MPI_Alltoallw: sendtypes\[1\] = MPI_DATATYPE_NULL: expected a datatype .*MPI_ERR_TYPE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int out[2] = {0}, in[2], counts[2] = {1, 1}, places[2] = {0, 4};
    MPI_Datatype right[2] = {MPI_INT, MPI_INT}, wrong[2] = {MPI_INT, MPI_DATATYPE_NULL};
    MPI_Alltoallw(out, counts, places, wrong, in, counts, places, right, MPI_COMM_WORLD);
    return end("not reached");
}
