/* The halo of a square block of numbers on a periodic plane of ranks: rows in one piece, columns by MPI_Type_vector;
   microseconds of one exchange. Usage: block SECONDS NUMBERS_OF_A_SIDE... */
#include "../versus.d/timing.h"

enum { edges = 4 };
static double* block; // of (side + 2) x (side + 2) numbers, the outermost are the neighbours'
static int side, neighbours[edges]; // in the order: up, down, left, right
static MPI_Datatype column;

static double* at(int row, int number) { return block + (size_t)row * ((size_t)side + 2) + number; }

static void find_neighbours(void) {
    int sides[2] = {0, 0};
    MPI_Dims_create(size, 2, sides);
    const int row = rank / sides[1], number = rank % sides[1];
    neighbours[0] = (row + sides[0] - 1) % sides[0] * sides[1] + number;
    neighbours[1] = (row + 1) % sides[0] * sides[1] + number;
    neighbours[2] = row * sides[1] + (number + sides[1] - 1) % sides[1];
    neighbours[3] = row * sides[1] + (number + 1) % sides[1];
}

/* What leaves by one edge, as its tag, enters by the opposite one. */
static void exchange(int repeats) {
    double* const received[edges] = {at(0, 1), at(side + 1, 1), at(1, 0), at(1, side + 1)};
    double* const sent[edges] = {at(1, 1), at(side, 1), at(1, 1), at(1, side)};
    MPI_Request requests[2 * edges];
    for (int turn = 0; turn < repeats; ++turn) {
        for (int edge = 0; edge < edges; ++edge)
            MPI_Irecv(received[edge], edge < 2 ? side : 1, edge < 2 ? MPI_DOUBLE : column, neighbours[edge], edge ^ 1,
                      MPI_COMM_WORLD, &requests[edge]);
        for (int edge = 0; edge < edges; ++edge)
            MPI_Isend(sent[edge], edge < 2 ? side : 1, edge < 2 ? MPI_DOUBLE : column, neighbours[edge], edge,
                      MPI_COMM_WORLD, &requests[edges + edge]);
        MPI_Waitall(2 * edges, requests, MPI_STATUSES_IGNORE);
    }
}

static void fill_block(void) {
    for (int row = 1; row <= side; ++row)
        for (int number = 1; number <= side; ++number) *at(row, number) = rank;
}

static void expect_neighbours(void) {
    const double received[edges] = {*at(0, 1), *at(side + 1, side), *at(1, 0), *at(side, side + 1)};
    for (int edge = 0; edge < edges; ++edge) {
        if (received[edge] == neighbours[edge]) continue;
        fprintf(stderr, "rank %d: the edge %d of a block of %d is wrong\n", rank, edge, side);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    find_neighbours();
    for (int argument = 2; argument < argc; ++argument) {
        side = atoi(argv[argument]);
        block = buffer_of(((size_t)side + 2) * ((size_t)side + 2) * sizeof(double));
        MPI_Type_vector(side, 1, side + 2, MPI_DOUBLE, &column);
        MPI_Type_commit(&column);
        fill_block();
        report("block", side, time_of(exchange) * 1e6);
        expect_neighbours();
        MPI_Type_free(&column);
        free(block);
    }
    return end();
}
