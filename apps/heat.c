// Heat in a square plate: Jacobi steps on a grid that is distributed in two dimensions (MPI_Cart_create), with a border
// of the neighbours' points around each part. Each point is computed in the same way wherever it is, so that the result is the
// same for every number of ranks.
//
// Usage: heat [SIZE [STEPS]] [--check]   (default: 96 points a side, 50 steps)
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rows, columns, axes };

typedef struct {
    MPI_Comm grid;
    int parts[axes], at[axes];   // of the grid of ranks
    int first[axes], count[axes]; // the points of this rank
    int stride;                   // of a row with its border
    double *now, *next;
} Plate;

static void fail(const char* message) {
    fprintf(stderr, "heat: %s\n", message);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static double* point(const Plate* plate, double* values, int row, int column) {
    return &values[(row + 1) * plate->stride + column + 1];
}

// The plate's upper edge is warm, the others are cold.
static void set_edge(const Plate* plate, double* values) {
    if (plate->at[rows] > 0) return;
    for (int column = -1; column <= plate->count[columns]; ++column) *point(plate, values, -1, column) = 100;
}

static Plate make_plate(MPI_Comm grid, const int* parts, const int* at, int size) {
    Plate plate = {.grid = grid};
    for (int axis = 0; axis < axes; ++axis) {
        plate.parts[axis] = parts[axis], plate.at[axis] = at[axis];
        plate.first[axis] = (int)((long)size * at[axis] / parts[axis]);
        plate.count[axis] = (int)((long)size * (at[axis] + 1) / parts[axis]) - plate.first[axis];
    }
    plate.stride = plate.count[columns] + 2;
    const size_t points = (size_t)plate.stride * (size_t)(plate.count[rows] + 2);
    plate.now = calloc(points, sizeof(double));
    plate.next = calloc(points, sizeof(double));
    if (plate.now == NULL || plate.next == NULL) fail("no memory for a plate of this size");
    set_edge(&plate, plate.now);
    set_edge(&plate, plate.next);
    return plate;
}
static void free_plate(Plate* plate) {
    free(plate->now);
    free(plate->next);
}

// A row is contiguous, a column is not. From the neighbour below to the one above, and the other way.
static void exchange(const Plate* plate, int axis, MPI_Datatype edge) {
    int lower, upper;
    MPI_Cart_shift(plate->grid, axis, 1, &lower, &upper);
    const int last = plate->count[axis] - 1;
    double* const ends[] = {point(plate, plate->now, axis == rows ? -1 : 0, axis == rows ? 0 : -1),
                            point(plate, plate->now, 0, 0),
                            point(plate, plate->now, axis == rows ? last : 0, axis == rows ? 0 : last),
                            point(plate, plate->now, axis == rows ? last + 1 : 0, axis == rows ? 0 : last + 1)};
    MPI_Sendrecv(ends[1], 1, edge, lower, axis, ends[3], 1, edge, upper, axis, plate->grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(ends[2], 1, edge, upper, axis, ends[0], 1, edge, lower, axis, plate->grid, MPI_STATUS_IGNORE);
}

static void step(Plate* plate) {
    for (int row = 0; row < plate->count[rows]; ++row) {
        for (int column = 0; column < plate->count[columns]; ++column) {
            const double* const here = point(plate, plate->now, row, column);
            *point(plate, plate->next, row, column) =
                0.25 * ((here[-1] + here[1]) + (here[-plate->stride] + here[plate->stride]));
        }
    }
    double* const before = plate->now;
    plate->now = plate->next;
    plate->next = before;
}

static void run(Plate* plate, int steps) {
    MPI_Datatype row, column;
    MPI_Type_contiguous(plate->count[columns], MPI_DOUBLE, &row);
    MPI_Type_vector(plate->count[rows], 1, plate->stride, MPI_DOUBLE, &column);
    MPI_Type_commit(&row);
    MPI_Type_commit(&column);
    for (int done = 0; done < steps; ++done) {
        if (plate->grid != MPI_COMM_NULL) exchange(plate, rows, row), exchange(plate, columns, column);
        step(plate);
    }
    MPI_Type_free(&row);
    MPI_Type_free(&column);
}

// The bits of all points, weighted by where they are: its sum does not depend on the order.
static unsigned long long digest_of(const Plate* plate, int size) {
    unsigned long long digest = 0;
    for (int row = 0; row < plate->count[rows]; ++row)
        for (int column = 0; column < plate->count[columns]; ++column) {
            unsigned long long bits;
            memcpy(&bits, point(plate, plate->now, row, column), sizeof bits);
            digest += bits * (2ULL * (unsigned)((plate->first[rows] + row) * size + plate->first[columns] + column) + 1);
        }
    return digest;
}

static unsigned long long digest_by_one(int size, int steps) {
    Plate alone = make_plate(MPI_COMM_NULL, (int[]){1, 1}, (int[]){0, 0}, size);
    run(&alone, steps);
    const unsigned long long digest = digest_of(&alone, size);
    free_plate(&alone);
    return digest;
}

static int report(unsigned long long digest, int size, int steps, int check) {
    printf("heat: %d x %d points, %d steps, result %016llx\n", size, size, steps, digest);
    if (!check) return 0;
    const int failed = digest_by_one(size, steps) != digest;
    printf("check: %s\n", failed ? "another result by one rank" : "the same by one rank");
    return failed;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, parts[axes] = {0, 0}, at[axes], failed = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int check = argc > 1 && strcmp(argv[argc - 1], "--check") == 0;
    argc -= check;
    const int size = argc > 1 ? atoi(argv[1]) : 96, steps = argc > 2 ? atoi(argv[2]) : 50;
    MPI_Dims_create(ranks, axes, parts);
    if (size < parts[rows] || size > 16384 || steps < 0) fail("usage: heat [SIZE [STEPS]] [--check], a point for each rank at least");
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, axes, parts, (int[]){0, 0}, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, axes, at);
    Plate plate = make_plate(grid, parts, at, size);
    run(&plate, steps);
    const unsigned long long own = digest_of(&plate, size);
    unsigned long long all = 0;
    MPI_Reduce(&own, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, grid);
    if (rank == 0) failed = report(all, size, steps, check);
    free_plate(&plate);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return failed;
}
