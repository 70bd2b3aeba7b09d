/* Ranks that compute a little and then exchange with their neighbours in a ring: microseconds of one round, waiting in
   MPI_Sendrecv ("beside_busy") or by MPI_Testall again and again ("beside_busy_polling"). bench/versus runs it while
   another process keeps one processor busy. Usage: beside SECONDS CASES BYTES... */
#include "timing.h"

static char *sent, *received;
static int bytes;
static volatile double sink;

/* Some ten microseconds. */
static void compute(void) {
    double value = 1;
    for (int step = 0; step < 6000; ++step) value = value * 1.0000001 + 1e-9;
    sink = value;
}

static int next(void) {
    return (rank + 1) % size;
}
static int previous(void) {
    return (rank + size - 1) % size;
}

static void wait_in_mpi(int repeats) {
    for (int round = 0; round < repeats; ++round) {
        compute();
        MPI_Sendrecv(sent, bytes, MPI_BYTE, next(), 0, received, bytes, MPI_BYTE, previous(), 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void poll(int repeats) {
    for (int round = 0; round < repeats; ++round) {
        MPI_Request requests[2];
        int done = 0;
        compute();
        MPI_Irecv(received, bytes, MPI_BYTE, previous(), 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(sent, bytes, MPI_BYTE, next(), 0, MPI_COMM_WORLD, &requests[1]);
        while (!done) MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (wanted_seconds < 1) wanted_seconds = 1; /* time slices take milliseconds */
    for (int argument = 3; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        sent = buffer_of((size_t)bytes), received = buffer_of((size_t)bytes);
        if (strstr(argv[2], "beside_busy_polling") != NULL)
            report("beside_busy_polling", bytes, time_of(poll) * 1e6);
        if (strncmp(argv[2], "beside_busy,", 12) == 0 || strcmp(argv[2], "beside_busy") == 0)
            report("beside_busy", bytes, time_of(wait_in_mpi) * 1e6);
        free(sent), free(received);
    }
    return end();
}
