// All-to-all: LWMPI's synthetic application (LWMPI, section 6.1). In superstep s every rank sends a message of
// 2^(s+7) bytes to every other, then all meet at a barrier.
//
//   a2a [-w] [SUPERSTEPS]   9 without: 128 to 32768 bytes; -w: a superstep before them is not timed
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { first_bytes = 128, usual_supersteps = 9, most_supersteps = 20 };

static int rank, size;

static void fill(unsigned char* data, int bytes, int from, int to) {
    memset(data, (from * 31 + to * 7 + bytes) % 251, (size_t)bytes);
}

static void check(const unsigned char* data, int bytes, int from) {
    const unsigned char expected = (unsigned char)((from * 31 + rank * 7 + bytes) % 251);
    for (int index = 0; index < bytes; ++index)
        if (data[index] != expected) {
            fprintf(stderr, "a2a: rank %d: byte %d of %d from rank %d is %d, expected %d\n", rank, index, bytes, from,
                    data[index], expected);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

// Pairs by turns: in turn t a rank meets the one whose number and its own add up to t.
static void meet(int other, unsigned char* outgoing, unsigned char* incoming, int bytes) {
    fill(outgoing, bytes, rank, other);
    if (rank < other) {
        MPI_Send(outgoing, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        MPI_Recv(incoming, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(incoming, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(outgoing, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
    }
    check(incoming, bytes, other);
}

static double superstep(unsigned char* outgoing, unsigned char* incoming, int bytes) {
    const double start = MPI_Wtime();
    for (int turn = 0; turn < size; ++turn) {
        const int other = (turn - rank + size) % size;
        if (other != rank) meet(other, outgoing, incoming, bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int warm = argc > 1 && strcmp(argv[1], "-w") == 0;
    const int supersteps = argc > 1 + warm ? atoi(argv[1 + warm]) : usual_supersteps;
    const size_t most = (size_t)first_bytes << (supersteps > 0 ? supersteps - 1 : 0);
    unsigned char* outgoing = supersteps > 0 && supersteps <= most_supersteps ? malloc(most) : NULL;
    unsigned char* incoming = outgoing != NULL ? malloc(most) : NULL;
    if (incoming == NULL) {
        if (rank == 0)
            fprintf(stderr, "usage: a2a [-w] [SUPERSTEPS], 1 to %d, with memory for two messages of the last\n",
                    most_supersteps);
        MPI_Finalize();
        return 2;
    }
    if (warm) superstep(outgoing, incoming, first_bytes);
    for (int step = 0; step < supersteps; ++step) {
        const int bytes = first_bytes << step;
        const double time = superstep(outgoing, incoming, bytes);
        if (rank == 0) printf("a2a: superstep %d, %d bytes: %.3f ms\n", step, bytes, time * 1e3);
    }
    free(incoming);
    free(outgoing);
    MPI_Finalize();
    return 0;
}
