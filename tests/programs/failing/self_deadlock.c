// A rank waits for a message of its own that it never sent.
// ranks: 1
// exit: 3
// stderr: deadlock
// stderr: rank 0 waits in MPI_Recv .*; called in main\+0x[0-9a-f]+( \(self_deadlock.c(:[0-9]+)?\))?$
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    (void)value;
    return end("not reached");
}
