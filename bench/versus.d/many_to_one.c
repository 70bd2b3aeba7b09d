/* All others send to rank 0, which takes from any source: each sends 8 messages and waits for an answer.
   Microseconds of one message. Usage: many_to_one SECONDS BYTES... */
#include "timing.h"

enum { burst = 8 };
static unsigned char* data;
static int bytes;

static void collect(void) {
    for (int count = 0; count < burst * (size - 1); ++count) {
        MPI_Status status;
        MPI_Recv(data, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        if (bytes == 0 || data[bytes - 1] == content(status.MPI_SOURCE, bytes - 1)) continue;
        fprintf(stderr, "many to one: wrong data from rank %d\n", status.MPI_SOURCE);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int other = 1; other < size; ++other) MPI_Send(NULL, 0, MPI_BYTE, other, 1, MPI_COMM_WORLD);
}

static void gather(int repeats) {
    for (int turn = 0; turn < repeats; ++turn) {
        if (rank == 0) {
            collect();
            continue;
        }
        for (int count = 0; count < burst; ++count) MPI_Send(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        data = buffer_of((size_t)bytes);
        fill(data, bytes, rank);
        report("many_to_one", bytes, time_of(gather) / (burst * (size - 1)) * 1e6);
        free(data);
    }
    return end();
}
