// A datatype handle that is none.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Send: datatype = .*MPI_ERR_TYPE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Send(&value, 1, (MPI_Datatype)(size_t)0x123, 0, 0, MPI_COMM_WORLD);
    (void)value;
    return end("not reached");
}
