// Messages of a rank to itself: sent before and after the receive is posted, small and large, Sendrecv.
#include "../common/program.h"

enum { large = 300000 };

static int from[large], to[large];

static void exchange(int count, int receive_first) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int received;
    for (int index = 0; index < count; ++index) from[index] = rank + index, to[index] = -1;
    if (receive_first) MPI_Irecv(to, count, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(from, count, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[0]);
    if (!receive_first) MPI_Irecv(to, count, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_Get_count(&statuses[1], MPI_INT, &received);
    CHECK(received == count && statuses[1].MPI_SOURCE == rank && statuses[1].MPI_TAG == 3);
    for (int index = 0; index < count; ++index) CHECK(to[index] == rank + index);
}

int main(int argc, char** argv) {
    const int counts[] = {0, 1, 100, 3000, large};
    begin(&argc, &argv);
    for (int index = 0; index < 5; ++index) {
        exchange(counts[index], 0);
        exchange(counts[index], 1);
    }
    int own = rank, got = -1;
    MPI_Sendrecv(&own, 1, MPI_INT, rank, 0, &got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got == rank);
    return end("messages to oneself");
}
