// With --checked: what an active receive is about to write is sent in buffered mode meanwhile.
// ranks: 2
// flags: --checked
// exit: nonzero
// oracle: no
// stderr: MPI_Bsend: the buffer overlaps the buffer that MPI_Irecv.* receives into, and that request is not complete
#include "../common/program.h"

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int value = rank;
    MPI_Request request;
    MPI_Buffer_attach(malloc(MPI_BSEND_OVERHEAD + 64), MPI_BSEND_OVERHEAD + 64);
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return end("not reached");
}
