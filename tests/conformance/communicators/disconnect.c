// MPI_Comm_disconnect waits for what is under way on a communicator (MPI-5.0 section 11.10.4).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/frame.h"

enum { long_message = 100000 };

// One side waits while the other comes later: a message, a long one, a collective.
static void wait_for_pending(void) {
    static int longer[long_message];
    const int left = left_of(rank), right = right_of(rank);
    int arrived = -1, sum = -1, flag = 0, from = 0;
    MPI_Request requests[4];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&arrived, 1, MPI_INT, left, 1, comm, &requests[0]);
    MPI_Irecv(longer, long_message, MPI_INT, left, 2, comm, &requests[1]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[2]);
    if (rank == size - 1) // the others wait in MPI_Comm_disconnect meanwhile
        for (int other = 0; other < size - 1; ++other)
            MPI_Recv(&from, 1, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&rank, 1, MPI_INT, size - 1, 3, MPI_COMM_WORLD);
    int* message = malloc(long_message * sizeof *message);
    for (int index = 0; index < long_message; ++index) message[index] = rank + index;
    MPI_Send(&rank, 1, MPI_INT, right, 1, comm);
    MPI_Isend(message, long_message, MPI_INT, right, 2, comm, &requests[3]);
    MPI_Comm_disconnect(&comm);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Testall(4, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(arrived == left && sum == size * (size - 1) / 2);
    for (int index = 0; index < long_message; ++index) CHECK(longer[index] == left + index);
    free(message);
}

// Requests of other communicators, those that are complete and those that were let go of are not in the way.
static void leave_others_alone(void) {
    const int left = left_of(rank), right = right_of(rank);
    int elsewhere = -1, here = -1;
    MPI_Request requests[2];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&elsewhere, 1, MPI_INT, left, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&here, 1, MPI_INT, left, 5, comm, &requests[1]);
    MPI_Request_free(&requests[1]);
    MPI_Send(&rank, 1, MPI_INT, right, 5, comm);
    MPI_Comm_disconnect(&comm);
    MPI_Send(&rank, 1, MPI_INT, right, 4, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(elsewhere == left && here == left);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    wait_for_pending();
    leave_others_alone();
    return finish("disconnecting");
}
