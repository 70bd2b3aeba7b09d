// MPI_Dims_create: the table of the text, order, balance, constraints (MPI-5.0 section 8.5.2).
// ranks: 1
#include "../common/frame.h"

static void show(int nodes, int count, const int* given) {
    int dims[4];
    memcpy(dims, given, (size_t)count * sizeof(int));
    int code = MPI_Dims_create(nodes, count, dims);
    say("%d nodes:", nodes);
    for (int axis = 0; axis < count; ++axis) {
        say(" %d", code == MPI_SUCCESS ? dims[axis] : given[axis]);
        if (given[axis]) CHECK(dims[axis] == given[axis]);
    }
    say(code == MPI_SUCCESS ? "\n" : " refused\n");
}

static void expect(int nodes, int count, const int* given, const int* expected) {
    int dims[4];
    memcpy(dims, given, (size_t)count * sizeof(int));
    CHECK(MPI_Dims_create(nodes, count, dims) == MPI_SUCCESS);
    CHECK(memcmp(dims, expected, (size_t)count * sizeof(int)) == 0);
    show(nodes, count, given);
}

static int gives(int nodes, int count, const int* expected) {
    int dims[4] = {0};
    MPI_Dims_create(nodes, count, dims);
    return memcmp(dims, expected, (size_t)count * sizeof(int)) == 0;
}

// Free axes come out in non-increasing order and multiply to the number of nodes.
static void every_number(void) {
    for (int nodes = 1; nodes <= 300; ++nodes)
        for (int count = 1; count <= 4; ++count) {
            int dims[4] = {0}, product = 1;
            MPI_Dims_create(nodes, count, dims);
            for (int axis = 0; axis < count; ++axis) {
                product *= dims[axis];
                CHECK(axis == 0 || dims[axis] <= dims[axis - 1]);
            }
            CHECK(product == nodes);
        }
}

// The largest and the smallest axis differ as little as possible; of several such, the
// largest is smallest (where MPICH has the smallest largest).
static void closest(void) {
    CHECK_BUT_OPEN_MPI(gives(5040, 2, (int[]){72, 70}));
    CHECK_BUT_ORACLES(gives(5040, 3, (int[]){20, 18, 14}));
    CHECK_BUT_OPEN_MPI(gives(5040, 4, (int[]){10, 9, 8, 7}));
    CHECK_BUT_ORACLES(gives(360, 3, (int[]){9, 8, 5}));
    CHECK_BUT_ORACLES(gives(360360, 3, (int[]){77, 72, 65}));
    CHECK_BUT_ORACLES(gives(2147483647, 3, (int[]){2147483647, 1, 1})); // a prime number
    CHECK_BUT_ORACLES(gives(2147395600, 2, (int[]){46340, 46340}));
    CHECK(gives(1 << 30, 4, (int[]){256, 256, 128, 128}));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    expect(6, 2, (int[]){0, 0}, (int[]){3, 2});
    expect(7, 2, (int[]){0, 0}, (int[]){7, 1});
    expect(6, 3, (int[]){0, 3, 0}, (int[]){2, 3, 1});
    CHECK_ERROR(MPI_ERR_DIMS, MPI_Dims_create(7, 3, (int[]){0, 3, 0}));
    expect(16, 2, (int[]){0, 0}, (int[]){4, 4});
    expect(12, 2, (int[]){0, 0}, (int[]){4, 3});
    expect(24, 3, (int[]){0, 0, 0}, (int[]){4, 3, 2});
    expect(64, 3, (int[]){0, 0, 0}, (int[]){4, 4, 4});
    expect(30, 3, (int[]){5, 0, 0}, (int[]){5, 3, 2});
    expect(8, 2, (int[]){4, 2}, (int[]){4, 2});
    expect(192, 2, (int[]){0, 0}, (int[]){16, 12});
    expect(1, 3, (int[]){0, 0, 0}, (int[]){1, 1, 1});
    every_number();
    closest();
    return finish("dimensions");
}
