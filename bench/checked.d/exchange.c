/* Pairs of ranks exchange a message in each direction, MPI_Irecv, MPI_Isend, MPI_Waitall: microseconds of one
   exchange. Usage: exchange SECONDS BYTES... */
#include "../versus.d/timing.h"

static unsigned char *outgoing, *incoming;
static int bytes, partner;

static void exchange(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        MPI_Request requests[2];
        MPI_Irecv(incoming, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(outgoing, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    partner = rank ^ 1;
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        outgoing = buffer_of((size_t)bytes);
        incoming = buffer_of((size_t)bytes);
        fill(outgoing, bytes, rank);
        report("exchange", bytes, time_of(exchange) * 1e6);
        expect(incoming, bytes, partner, "exchange");
        free(incoming);
        free(outgoing);
    }
    return end();
}
