// MPI_DATATYPE_NULL in a receive.
// ranks: 1 2
// exit: nonzero
// stderr: MPI_Recv: datatype = MPI_DATATYPE_NULL: .*MPI_ERR_TYPE
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
