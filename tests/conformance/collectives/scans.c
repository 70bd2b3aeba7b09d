// Scan, Exscan, Reduce_scatter, in the order of ranks (MPI-5.0 sections 6.10 and 6.11).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { most = 8 };

// inout = in, then inout: what a rank has is a number of digits and the digits. Associative, not commutative.
typedef struct {
    int power, digits;
} Digits;

static void append(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    Digits *left = in, *right = inout;
    (void)datatype;
    for (int index = 0; index < *length; ++index) {
        right[index].digits += left[index].digits * right[index].power;
        right[index].power *= left[index].power;
    }
}

// Digits of the ranks from first to last, each rank's being its number + 1 + index.
static int digits_of(int first, int last, int index) {
    int digits = 0;
    for (int member = first; member <= last; ++member) digits = digits * 10 + (member + 1 + index) % 10;
    return digits;
}

static void sums(void) {
    int mine[2] = {rank + 1, 2}, got[2] = {-1, -1};
    MPI_Scan(mine, got, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(got[0] == (rank + 1) * (rank + 2) / 2 && got[1] == 2 * (rank + 1));
    got[0] = got[1] = -1;
    MPI_Exscan(mine, got, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) CHECK(got[0] == rank * (rank + 1) / 2 && got[1] == 2 * rank); // undefined on rank 0
    MPI_Scan(MPI_IN_PLACE, mine, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(mine[0] == (rank + 1) * (rank + 2) / 2);
    int again[1] = {rank + 1};
    MPI_Exscan(MPI_IN_PLACE, again, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank > 0) CHECK(again[0] == rank);
}

static void in_order(void) {
    Digits mine[3], got[3];
    MPI_Datatype type;
    MPI_Op operation;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(append, 0, &operation);
    for (int index = 0; index < 3; ++index) mine[index] = (Digits){10, (rank + 1 + index) % 10};
    MPI_Scan(mine, got, 3, type, operation, MPI_COMM_WORLD);
    for (int index = 0; index < 3; ++index) CHECK(got[index].digits == digits_of(0, rank, index));
    MPI_Exscan(mine, got, 3, type, operation, MPI_COMM_WORLD);
    for (int index = 0; index < 3 && rank > 0; ++index)
        CHECK(got[index].digits == digits_of(0, rank - 1, index));
    Digits blocks[most], block;
    for (int index = 0; index < size; ++index) blocks[index] = (Digits){10, (rank + 1 + index) % 10};
    MPI_Reduce_scatter_block(blocks, &block, 1, type, operation, MPI_COMM_WORLD);
    CHECK(block.digits == digits_of(0, size - 1, rank));
    say("digits: %d\n", block.digits);
    MPI_Op_free(&operation);
    MPI_Type_free(&type);
}

// Rank r gets r % 3 elements of the sum.
static void scattered(void) {
    int all[3 * most], got[3] = {-1, -1, -1}, lengths[most], before = 0, total = 0;
    for (int member = 0; member < size; ++member) {
        lengths[member] = member % 3;
        if (member < rank) before += member % 3;
        total += member % 3;
    }
    for (int index = 0; index < total; ++index) all[index] = rank + index;
    MPI_Reduce_scatter(all, got, lengths, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < 3; ++index)
        CHECK(got[index] == (index < rank % 3 ? size * (size - 1) / 2 + size * (before + index) : -1));
    MPI_Reduce_scatter(MPI_IN_PLACE, all, lengths, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int index = 0; index < rank % 3; ++index)
        CHECK(all[index] == size * (size - 1) / 2 + size * (before + index));
}

static void blocks(void) {
    double all[2 * most], got[2] = {-1, -1};
    for (int index = 0; index < 2 * size; ++index) all[index] = rank * 100 + index;
    MPI_Reduce_scatter_block(all, got, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    CHECK(got[0] == (size - 1) * 100 + 2 * rank && got[1] == got[0] + 1);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, all, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    CHECK(all[0] == 2 * rank && all[1] == 2 * rank + 1);
}

// Pairs with a gap behind them, so many that ranks may join them where they lie.
static void long_reduced_parts_of_pairs(void) {
    enum { each = 1500 };
    struct Pair {
        double value;
        int index;
    };
    struct Pair* all = calloc((size_t)size * each, sizeof *all);
    struct Pair* part = calloc(each, sizeof *part);
    for (int index = 0; index < size * each; ++index) {
        all[index].value = index + (rank != index % size);
        all[index].index = rank;
    }
    MPI_Reduce_scatter_block(all, part, each, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    for (int index = 0; index < each; ++index)
        CHECK(part[index].value == rank * each + index && part[index].index == (rank * each + index) % size);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, all, each, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    CHECK(all[each - 1].value == part[each - 1].value && all[each - 1].index == part[each - 1].index);
    free(part);
    free(all);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    sums();
    in_order();
    scattered();
    blocks();
    long_reduced_parts_of_pairs();
    return finish("scans");
}
