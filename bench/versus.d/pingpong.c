/* Ping-pong between ranks 0 and 1: microseconds one way. "pingpong" sends buffers as they are; "rewritten"
   writes the whole buffer anew before each send, which is part of the time. Usage: pingpong SECONDS CASE
   BYTES... */
#include "timing.h"

#ifndef SEND
#define SEND MPI_Send
#endif

static unsigned char* buffer;
static int bytes, rewrites;

static void check_turn(int turn) {
    if (!rewrites || bytes == 0) return;
    if (buffer[0] == (unsigned char)turn && buffer[bytes - 1] == (unsigned char)turn) return;
    fprintf(stderr, "rank %d: ping-pong of %d bytes: wrong data in turn %d\n", rank, bytes, turn);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void serve(int turn) {
    if (rewrites) memset(buffer, turn, (size_t)bytes);
    SEND(buffer, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
}

static void take(int turn) {
    MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_turn(turn);
}

static void play(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank == 0) serve(turn);
        take(turn);
        if (rank == 1) serve(turn);
    }
}

/* One round trip whose contents are checked in full. */
static void check_data(void) {
    if (rank == 0) {
        fill(buffer, bytes, 5);
        SEND(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        memset(buffer, 0, (size_t)bytes);
    }
    MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(buffer, bytes, 5, "ping-pong");
    if (rank == 1) SEND(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    rewrites = argc > 2 && strcmp(argv[2], "rewritten") == 0;
    for (int argument = 3; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        buffer = buffer_of((size_t)bytes);
        check_data();
        report(argv[2], bytes, time_of(play) / 2 * 1e6);
        free(buffer);
    }
    return end();
}
