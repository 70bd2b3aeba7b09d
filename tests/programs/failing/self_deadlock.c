// A rank waits for a message of its own that it never sent.
// ranks: 1
// exit: 3
// stderr: deadlock
// stderr: rank 0 waits in MPI_Recv
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
