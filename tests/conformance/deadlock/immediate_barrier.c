// Who waits for an immediate collective is told which one, where it was begun and whom it waits for.
// ranks: 4
// exit: 3
// oracle: no
// flags: -g
// stderr: rank 1 waits in MPI_Wait for MPI_Ibarrier \(called in begin_barrier.*\), which waits for a message from rank 0
// stderr: rank 0 waits in MPI_Recv for a message from rank 3 with tag 9
#include "../common/frame.h"

static MPI_Request request;

__attribute__((noinline)) static void begin_barrier(void) {
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
}

int main(int argc, char** argv) {
    int value = -1;
    begin(&argc, &argv);
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 3, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        begin_barrier();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return finish("not reached");
}
