// Receives and sends that were let go of with MPI_Request_free are complete when MPI_Finalize returns.
// ranks: 1 2 3 5 8 16
#include "../common/program.h"

enum { long_message = 1 << 18 };

static int short_one[4], long_one[long_message], long_sent[long_message];

// Begun by everybody, before anything is sent.
static void begin_exchange(int left, int right) {
    MPI_Request request;
    MPI_Irecv(short_one, 4, MPI_INT, left, 1, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Irecv(long_one, long_message, MPI_INT, left, 2, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Recv_init(short_one + 2, 2, MPI_INT, left, 3, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int index = 0; index < long_message; ++index) long_sent[index] = rank + index;
    MPI_Isend(long_sent, long_message, MPI_INT, right, 2, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
}

static int received(int left) {
    int good = short_one[0] == left && short_one[1] == -left && short_one[2] == 7 && short_one[3] == left;
    for (int index = 0; index < long_message; ++index) good = good && long_one[index] == left + index;
    return good;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    const int first[2] = {rank, -rank}, second[2] = {7, rank};
    begin_exchange(left, right);
    const int code = verdict("freed requests");
    // The last messages: nobody receives after this.
    MPI_Request last;
    MPI_Isend(first, 2, MPI_INT, right, 1, MPI_COMM_WORLD, &last);
    MPI_Request_free(&last);
    MPI_Send(second, 2, MPI_INT, right, 3, MPI_COMM_WORLD);
    MPI_Finalize();
    if (!received(left)) fprintf(stderr, "rank %d: data are lost\n", rank);
    return code != 0 || !received(left);
}
