// Cartesian communicators (MPI-5.0 sections 8.5.1 and 8.5.4 to 8.5.8).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

static int status_of(MPI_Comm comm) {
    int status = -1;
    MPI_Topo_test(comm, &status);
    return status;
}

// Ranks are numbered row by row; what was asked for is what get gives.
static void indices(MPI_Comm grid, const int* dims) {
    int count = -1, found_dims[2], periods[2], here[2], coordinates[2], found = -1, own;
    MPI_Comm_rank(grid, &own);
    MPI_Cartdim_get(grid, &count);
    MPI_Cart_get(grid, 2, found_dims, periods, here);
    CHECK(count == 2 && found_dims[0] == dims[0] && found_dims[1] == dims[1] && !!periods[0] && !periods[1]);
    for (int member = 0; member < dims[0] * dims[1]; ++member) {
        MPI_Cart_coords(grid, member, 2, coordinates);
        CHECK(coordinates[0] == member / dims[1] && coordinates[1] == member % dims[1]);
        MPI_Cart_rank(grid, coordinates, &found);
        CHECK(found == member);
        if (member == own) CHECK(here[0] == coordinates[0] && here[1] == coordinates[1]);
        coordinates[0] -= dims[0]; // periodic: it wraps around
        MPI_Cart_rank(grid, coordinates, &found);
        CHECK(found == member);
        coordinates[0] += 3 * dims[0];
        MPI_Cart_rank(grid, coordinates, &found);
        CHECK(found == member);
    }
}

// Around in the periodic axis, to nobody beyond the ends of the other.
static void shifts(MPI_Comm grid, const int* dims) {
    int own, from = -9, to = -9, in = -1;
    MPI_Status status;
    MPI_Comm_rank(grid, &own);
    int row = own / dims[1], column = own % dims[1];
    for (int step = -3; step <= 3; ++step) {
        MPI_Cart_shift(grid, 0, step, &from, &to);
        CHECK(to == (row + step + 3 * dims[0]) % dims[0] * dims[1] + column);
        CHECK(from == (row - step + 3 * dims[0]) % dims[0] * dims[1] + column);
        MPI_Cart_shift(grid, 1, step, &from, &to);
        CHECK(to == (column + step >= 0 && column + step < dims[1] ? own + step : MPI_PROC_NULL));
        CHECK(from == (column - step >= 0 && column - step < dims[1] ? own - step : MPI_PROC_NULL));
        MPI_Sendrecv(&own, 1, MPI_INT, to, 1, &in, 1, MPI_INT, from, 1, grid, &status);
        if (from != MPI_PROC_NULL) CHECK(in == from && status.MPI_SOURCE == from);
    }
}

// Rows and columns: each a grid of its own, ordered as before.
static void slices(MPI_Comm grid, const int* dims) {
    int own, here, members, count = -1, keep_column[2] = {1, 0}, keep_row[2] = {0, 1}, keep_none[2] = {0, 0};
    MPI_Comm slice;
    MPI_Comm_rank(grid, &own);
    MPI_Cart_sub(grid, keep_column, &slice);
    MPI_Comm_rank(slice, &here), MPI_Comm_size(slice, &members), MPI_Cartdim_get(slice, &count);
    CHECK(here == own / dims[1] && members == dims[0] && count == 1 && status_of(slice) == MPI_CART);
    int dim = -1, period = -1, index = -1;
    MPI_Cart_get(slice, 1, &dim, &period, &index);
    CHECK(dim == dims[0] && period && index == here);
    MPI_Comm_free(&slice);
    MPI_Cart_sub(grid, keep_row, &slice);
    MPI_Comm_rank(slice, &here), MPI_Comm_size(slice, &members);
    CHECK(here == own % dims[1] && members == dims[1]);
    MPI_Cart_get(slice, 1, &dim, &period, &index);
    CHECK(dim == dims[1] && !period);
    MPI_Comm_free(&slice);
#ifndef MPICH_VERSION // differences.md: slices without axes
    MPI_Cart_sub(grid, keep_none, &slice);
    MPI_Comm_size(slice, &members), MPI_Cartdim_get(slice, &count);
    CHECK(members == 1 && count == 0);
    MPI_Comm_free(&slice);
#endif
    (void)keep_none;
}

// A duplicate is the same grid; a split is none. Mapping says where a rank would be.
static void kept_and_lost(MPI_Comm grid, const int* dims) {
    int count = -1, found[2], periods[2] = {1, 0}, here[2], index = -9;
    MPI_Comm twin, part;
    MPI_Comm_dup(grid, &twin);
    CHECK(status_of(twin) == MPI_CART);
    MPI_Cartdim_get(twin, &count);
    MPI_Cart_get(twin, 2, found, periods, here);
    CHECK(count == 2 && found[0] == dims[0] && found[1] == dims[1]);
    MPI_Comm_split(grid, 0, 0, &part);
    CHECK(status_of(part) == MPI_UNDEFINED && status_of(MPI_COMM_WORLD) == MPI_UNDEFINED);
    MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &index);
    CHECK(index == MPI_UNDEFINED ? rank >= dims[0] * dims[1] : index >= 0 && index < dims[0] * dims[1]);
    MPI_Comm_free(&twin), MPI_Comm_free(&part);
}

// Ranks beyond the grid get no communicator; a grid without axes has one rank.
static void smaller_grids(void) {
    int one = 1, period = 1, wide = size > 1 ? size - 1 : 1, count = -1;
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &wide, &period, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (rank >= wide));
    if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
    MPI_Cart_create(MPI_COMM_WORLD, 0, &one, &period, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (rank > 0));
    if (grid == MPI_COMM_NULL) return;
    MPI_Cartdim_get(grid, &count);
    CHECK(count == 0);
    MPI_Comm_free(&grid);
}

int main(int argc, char** argv) {
    int dims[2] = {0, 0}, periods[2] = {1, 0};
    MPI_Comm grid;
    begin(&argc, &argv);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    CHECK(status_of(grid) == MPI_CART);
    say("a grid of %d x %d\n", dims[0], dims[1]);
    indices(grid, dims);
    shifts(grid, dims);
    slices(grid, dims);
    kept_and_lost(grid, dims);
    MPI_Comm_free(&grid);
    smaller_grids();
    return finish("cartesian communicators");
}
