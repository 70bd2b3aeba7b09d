/* Unexpected messages: 64 messages that have all arrived are received in the reverse order: microseconds of
   one. Usage: unexpected SECONDS BYTES... */
#include "timing.h"

enum { window = 64 };
static unsigned char* data;
static int bytes;

static void send_all(void) {
    MPI_Request requests[window + 1];
    for (int tag = 0; tag < window; ++tag)
        MPI_Isend(data + (size_t)tag * (size_t)bytes, bytes, MPI_BYTE, 1, tag, MPI_COMM_WORLD,
                  &requests[tag]);
    MPI_Isend(NULL, 0, MPI_BYTE, 1, window, MPI_COMM_WORLD, &requests[window]);
    MPI_Waitall(window + 1, requests, MPI_STATUSES_IGNORE);
    MPI_Recv(NULL, 0, MPI_BYTE, 1, window, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The last one has come when the others have, by the order of messages between two ranks. */
static void receive_all(void) {
    MPI_Recv(NULL, 0, MPI_BYTE, 0, window, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int tag = window - 1; tag >= 0; --tag)
        MPI_Recv(data + (size_t)tag * (size_t)bytes, bytes, MPI_BYTE, 0, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, 0, window, MPI_COMM_WORLD);
}

static void pile_up(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank == 0) send_all();
        if (rank == 1) receive_all();
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        data = buffer_of((size_t)bytes * window);
        if (rank == 0) fill(data, bytes * window, 3);
        report("unexpected", bytes, time_of(pile_up) / window * 1e6);
        if (rank == 1) expect(data, bytes * window, 3, "unexpected messages");
        free(data);
    }
    return end();
}
