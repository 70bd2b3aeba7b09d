// A receive from a negative rank that is no constant of MPI.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Irecv: source = -77: .*MPI_ERR_RANK
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD, &request);
    (void)value;
    return end("not reached");
}
