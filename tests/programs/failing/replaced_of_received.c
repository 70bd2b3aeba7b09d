// With --checked: a buffer into which a message is received is sent and replaced meanwhile.
// ranks: 2
// flags: --checked
// exit: nonzero
// oracle: no
// stderr: MPI_Sendrecv_replace: the buffer overlaps the buffer that MPI_Irecv.* receives into
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 1 - rank, 0, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return end("not reached");
}
