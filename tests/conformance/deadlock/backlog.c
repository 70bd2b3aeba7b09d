// Who relies on buffering is told so: both ranks send first, and no message may wait unreceived.
// ranks: 2
// exit: 3
// oracle: no
// options: --backlog 0
// stderr: 2 of 2 wait in a cycle
// stderr: rank 0 waits in MPI_Send for rank 1 to receive its message with tag 5 of 4 bytes; .* 0 bytes are unreceived \(sartor run --backlog\)
#include "../common/frame.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = -1;
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return finish("not reached");
}
