// Messages in two communicators in turn: each call has to find its own again, and knows where it was called.
// ranks: 1 3
// exit: nonzero
// stderr: MPI_Irecv: source = 99
// stderr: called in receive_from
#include "../common/program.h"

static MPI_Request requests[2];
static int in, out = 5;

static __attribute__((noinline)) void receive_from(int source, int tag, MPI_Comm comm) {
    CHECK(MPI_Irecv(&in, 1, MPI_INT, source, tag, comm, &requests[0]) == MPI_SUCCESS);
}

static void exchange(MPI_Comm comm) {
    receive_from(rank, 1, comm);
    MPI_Isend(&out, 1, MPI_INT, rank, 1, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in == out);
}

int main(int argc, char** argv) {
    MPI_Comm other;
    begin(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (out = 0; out < 10; ++out) exchange(out % 2 == 0 ? MPI_COMM_WORLD : other);
    if (rank == 0) receive_from(99, 1, MPI_COMM_WORLD);
    MPI_Barrier(other);
    return end("not reached");
}
