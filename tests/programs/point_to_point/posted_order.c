// Receives that match the same message take it in the order posted, specific ones and wildcards alike.
#include "../common/program.h"

enum { receives = 6 };

static int values[receives];
static MPI_Request requests[receives];

static void post(int index, int source, int tag) {
    MPI_Irecv(&values[index], 1, MPI_INT, source, tag, MPI_COMM_WORLD, &requests[index]);
}

// Posted: any/any, left/1, left/any, any/2, left/2, any/any. Sent by the left one: tags 2 1 1 2 2 9.
static void check_order(int left) {
    const int tags[receives] = {2, 1, 1, 2, 2, 9};
    MPI_Status statuses[receives];
    post(0, MPI_ANY_SOURCE, MPI_ANY_TAG);
    post(1, left, 1);
    post(2, left, MPI_ANY_TAG);
    post(3, MPI_ANY_SOURCE, 2);
    post(4, left, 2);
    post(5, MPI_ANY_SOURCE, MPI_ANY_TAG);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int number = 0; number < receives; ++number)
        MPI_Send(&number, 1, MPI_INT, (rank + 1) % size, tags[number], MPI_COMM_WORLD);
    MPI_Waitall(receives, requests, statuses);
    for (int index = 0; index < receives; ++index) {
        CHECK(values[index] == index);
        CHECK(statuses[index].MPI_SOURCE == left && statuses[index].MPI_TAG == tags[index]);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int repetition = 0; repetition < 20; ++repetition) {
        check_order((rank + size - 1) % size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end("receives are served in the order posted");
}
