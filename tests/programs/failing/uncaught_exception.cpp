// A rank throws what nobody catches while others wait for it: the report says which and what.
// ranks: 1 4
// exit: nonzero
// stderr: nobody catches this
// stderr: rank 0.*exception
#include "../common/program.h"
#include <stdexcept>

int main(int argc, char** argv) {
    int value = 0;
    begin(&argc, &argv);
    if (rank == 0) throw std::runtime_error("nobody catches this");
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end("not reached");
}
