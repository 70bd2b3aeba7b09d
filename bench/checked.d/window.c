/* A rank sends a window of 64 messages, MPI_Isend and MPI_Waitall, which another one receives and answers, as
   bandwidth is measured: microseconds of one window. Usage: window SECONDS BYTES... */
#include "../versus.d/timing.h"

enum { window = 64 };
static unsigned char *outgoing, *incoming;
static int bytes;

static void send_windows(int repeats) {
    MPI_Request requests[window];
    for (int turn = 0; turn < repeats; ++turn) {
        for (int message = 0; message < window; ++message)
            if (rank == 0)
                MPI_Isend(outgoing, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[message]);
            else
                MPI_Irecv(incoming + (size_t)message * (size_t)bytes, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
                          &requests[message]);
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            MPI_Recv(incoming, 1, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(outgoing, 1, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        outgoing = buffer_of((size_t)bytes);
        incoming = buffer_of(window * (size_t)bytes);
        fill(outgoing, bytes, rank);
        report("window", bytes, time_of(send_windows) * 1e6);
        if (rank == 1) expect(incoming + (window - 1) * (size_t)bytes, bytes, 0, "window");
        free(incoming);
        free(outgoing);
    }
    return end();
}
