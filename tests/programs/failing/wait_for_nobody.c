// A rank waits for a message that nobody sends, the others have finished.
// ranks: 1 3
// exit: 3
// stderr: deadlock
// stderr: rank 0 waits in MPI_(Wait|Recv)
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request;
    if (rank == 0) MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
