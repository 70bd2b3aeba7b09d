/* Both of two ranks send and receive windows of messages at the same time: microseconds of one message each
   way. Usage: bidirectional SECONDS BYTES... */
#include "timing.h"

enum { window = 16 };
static unsigned char *outgoing, *incoming;
static int bytes;

static void exchange(int repeats) {
    MPI_Request requests[2 * window];
    for (int turn = 0; turn < repeats; ++turn) {
        for (int index = 0; index < window; ++index)
            MPI_Irecv(incoming + (size_t)index * (size_t)bytes, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                      &requests[index]);
        for (int index = 0; index < window; ++index)
            MPI_Isend(outgoing + (size_t)index * (size_t)bytes, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                      &requests[window + index]);
        MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        outgoing = buffer_of((size_t)bytes * window);
        incoming = buffer_of((size_t)bytes * window);
        fill(outgoing, bytes * window, rank);
        report("bidirectional", bytes, time_of(exchange) / window * 1e6);
        expect(incoming, bytes * window, 1 - rank, "bidirectional exchange");
        free(incoming);
        free(outgoing);
    }
    return end();
}
