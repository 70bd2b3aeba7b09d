/* Nearest-neighbour exchange on a periodic plane of ranks, four edges each: microseconds of one exchange.
   Usage: halo SECONDS BYTES_OF_AN_EDGE... */
#include "timing.h"

enum { edges = 4 };
static unsigned char *outgoing, *incoming;
static int bytes, neighbours[edges]; // in the order: up, down, left, right

static void find_neighbours(void) {
    int sides[2] = {0, 0};
    MPI_Dims_create(size, 2, sides);
    const int row = rank / sides[1], column = rank % sides[1];
    neighbours[0] = (row + sides[0] - 1) % sides[0] * sides[1] + column;
    neighbours[1] = (row + 1) % sides[0] * sides[1] + column;
    neighbours[2] = row * sides[1] + (column + sides[1] - 1) % sides[1];
    neighbours[3] = row * sides[1] + (column + 1) % sides[1];
}

/* What leaves by one edge, as its tag, enters by the opposite one. */
static void exchange(int repeats) {
    MPI_Request requests[2 * edges];
    for (int turn = 0; turn < repeats; ++turn) {
        for (int edge = 0; edge < edges; ++edge)
            MPI_Irecv(incoming + (size_t)edge * (size_t)bytes, bytes, MPI_BYTE, neighbours[edge], edge ^ 1,
                      MPI_COMM_WORLD, &requests[edge]);
        for (int edge = 0; edge < edges; ++edge)
            MPI_Isend(outgoing + (size_t)edge * (size_t)bytes, bytes, MPI_BYTE, neighbours[edge], edge,
                      MPI_COMM_WORLD, &requests[edges + edge]);
        MPI_Waitall(2 * edges, requests, MPI_STATUSES_IGNORE);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    find_neighbours();
    for (int argument = 2; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        outgoing = buffer_of((size_t)bytes * edges);
        incoming = buffer_of((size_t)bytes * edges);
        for (int edge = 0; edge < edges; ++edge)
            fill(outgoing + (size_t)edge * (size_t)bytes, bytes, rank * edges + edge);
        report("halo", bytes, time_of(exchange) * 1e6);
        for (int edge = 0; edge < edges; ++edge)
            expect(incoming + (size_t)edge * (size_t)bytes, bytes, neighbours[edge] * edges + (edge ^ 1),
                   "edge");
        free(incoming);
        free(outgoing);
    }
    return end();
}
