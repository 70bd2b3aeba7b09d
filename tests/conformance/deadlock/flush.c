// A flush of messages that nobody receives tells which, and in a request, too: rank 0 waits for that one.
// ranks: 2
// exit: 3
// oracle: no
// stderr: 2 of 2 wait in a cycle
// stderr: rank 0 waits in MPI_Wait for MPI_Buffer_iflush .*, which waits for rank 1 to receive its message with tag 6 of 400000 bytes
// stderr: rank 1 waits in MPI_Buffer_flush for rank 0 to receive its message with tag 6 of 400000 bytes
#include "../common/frame.h"

enum { long_message = 100000 };

int main(int argc, char** argv) {
    begin(&argc, &argv);
    static int message[long_message];
    const int bytes = (int)sizeof message + MPI_BSEND_OVERHEAD;
    MPI_Request flushing;
    MPI_Buffer_attach(malloc((size_t)bytes), bytes);
    MPI_Bsend(message, long_message, MPI_INT, 1 - rank, 6, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Buffer_iflush(&flushing);
        MPI_Wait(&flushing, MPI_STATUS_IGNORE);
    } else {
        MPI_Buffer_flush();
    }
    return finish("not reached");
}
