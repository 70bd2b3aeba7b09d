/* Message rate: the lower half of the ranks sends windows of 64 messages to the upper half, one answer for a
   window: microseconds of one message of a pair. Usage: rate SECONDS BYTES... */
#include "timing.h"

enum { window = 64 };
static unsigned char* data;
static int bytes, partner;

static void send_window(MPI_Request* requests) {
    for (int index = 0; index < window; ++index)
        MPI_Isend(data + (size_t)index * (size_t)bytes, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                  &requests[index]);
    MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
    MPI_Recv(NULL, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_window(MPI_Request* requests) {
    for (int index = 0; index < window; ++index)
        MPI_Irecv(data + (size_t)index * (size_t)bytes, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                  &requests[index]);
    MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD);
}

static void stream(int repeats) {
    MPI_Request requests[window];
    if (rank >= size / 2 * 2) return; // an odd one out
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank < size / 2)
            send_window(requests);
        else
            receive_window(requests);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    partner = rank < size / 2 ? rank + size / 2 : rank - size / 2;
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        data = buffer_of((size_t)bytes * window);
        if (rank < size / 2) fill(data, bytes * window, rank);
        report("rate", bytes, time_of(stream) / window * 1e6);
        if (rank >= size / 2 && rank < size / 2 * 2) expect(data, bytes * window, partner, "window");
        free(data);
    }
    return end();
}
