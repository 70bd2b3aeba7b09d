// Sizes, bounds and extents of every constructor, by the type maps of the text (MPI-5.0 section 5.1).
// ranks: 1 3
#include "../common/frame.h"

typedef struct {
    MPI_Aint lower, extent, true_lower, true_extent;
    int bytes;
} Measures;

static Measures measure(MPI_Datatype type) {
    Measures measures = {-1, -1, -1, -1, -1};
    MPI_Type_get_extent(type, &measures.lower, &measures.extent);
    MPI_Type_get_true_extent(type, &measures.true_lower, &measures.true_extent);
    MPI_Type_size(type, &measures.bytes);
    return measures;
}

// Prints and frees the type.
static void show(const char* name, MPI_Datatype type) {
    Measures measures = measure(type);
    MPI_Count lower = -1, extent = -1, bytes = -1;
    say("%s: size %d, extent %ld from %ld, true extent %ld from %ld\n", name, measures.bytes,
        (long)measures.extent, (long)measures.lower, (long)measures.true_extent, (long)measures.true_lower);
    MPI_Type_get_extent_x(type, &lower, &extent);
    CHECK(lower == measures.lower && extent == measures.extent);
    MPI_Type_get_true_extent_x(type, &lower, &extent);
    CHECK(lower == measures.true_lower && extent == measures.true_extent);
    MPI_Type_size_x(type, &bytes);
    CHECK(bytes == measures.bytes);
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
}

static void expect(const char* name, MPI_Datatype type, int bytes, MPI_Aint lower, MPI_Aint extent) {
    Measures measures = measure(type);
    CHECK(measures.bytes == bytes && measures.lower == lower && measures.extent == extent);
    show(name, type);
}

// {(double, 0), (char, 8)}, of extent 16: the example of the text.
static MPI_Datatype double_and_char(void) {
    int lengths[2] = {1, 1};
    MPI_Aint indices[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_CHAR}, type;
    MPI_Type_create_struct(2, lengths, indices, types, &type);
    return type;
}

static void vectors(MPI_Datatype pair) {
    MPI_Datatype type;
    MPI_Type_contiguous(3, pair, &type);
    expect("contiguous 3", type, 27, 0, 48);
    MPI_Type_contiguous(0, pair, &type);
    expect("contiguous 0", type, 0, 0, 0);
    MPI_Type_vector(2, 3, 4, pair, &type);
    expect("vector 2 3 4", type, 54, 0, 112);
    MPI_Type_vector(3, 1, -2, pair, &type);
    expect("vector 3 1 -2", type, 27, -64, 80);
    MPI_Type_create_hvector(2, 3, 4 * 16 + 8, pair, &type);
    expect("hvector 2 3 72", type, 54, 0, 120);
}

static void indexed(MPI_Datatype pair) {
    int lengths[2] = {3, 1}, indices[2] = {4, 0}, blocks[3] = {5, -1, 2};
    MPI_Aint bytes[2] = {64, 0}, byte_blocks[3] = {8, 0, 100};
    MPI_Datatype type;
    MPI_Type_indexed(2, lengths, indices, pair, &type);
    expect("indexed", type, 36, 0, 112);
    MPI_Type_create_hindexed(2, lengths, bytes, pair, &type);
    expect("hindexed", type, 36, 0, 112);
    MPI_Type_create_indexed_block(3, 2, blocks, MPI_INT, &type);
    expect("indexed_block", type, 24, -4, 32);
    MPI_Type_create_hindexed_block(3, 1, byte_blocks, MPI_INT, &type);
    expect("hindexed_block", type, 12, 0, 104);
}

static void structs(MPI_Datatype pair) {
    int lengths[3] = {2, 1, 3};
    MPI_Aint indices[3] = {0, 16, 26};
    MPI_Datatype types[3] = {MPI_FLOAT, pair, MPI_CHAR}, type;
    MPI_Type_create_struct(3, lengths, indices, types, &type);
    expect("struct", type, 8 + 9 + 3, 0, 32);
    MPI_Type_create_resized(pair, -3, 40, &type);
    expect("resized", type, 9, -3, 40);
    MPI_Datatype resized;
    MPI_Type_create_resized(MPI_INT, -4, 12, &resized);
    MPI_Type_contiguous(3, resized, &type);
    expect("contiguous 3 of resized", type, 12, -4, 36);
    MPI_Type_vector(2, 2, 3, resized, &type);
    expect("vector 2 2 3 of resized", type, 16, -4, 60);
    MPI_Type_dup(resized, &type);
    expect("dup of resized", type, 4, -4, 12);
    MPI_Type_free(&resized);
}

static void arrays(void) {
    int sizes[2] = {6, 5}, parts[2] = {2, 3}, starts[2] = {1, 1};
    int grid[2] = {2, 2}, darguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    int kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    expect("subarray C", type, 24, 0, 120);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    expect("subarray Fortran", type, 24, 0, 120);
    const int expected[4] = {3 * 3 * 4, 3 * 2 * 4, 3 * 3 * 4, 3 * 2 * 4};
    for (int process = 0; process < 4; ++process) {
        MPI_Type_create_darray(4, process, 2, sizes, kinds, darguments, grid, MPI_ORDER_C, MPI_INT, &type);
        expect("darray", type, expected[process], 0, 120);
    }
}

// Without explicit bounds the extent is rounded up to the alignment of the basic types, whatever the
// constructor.
static void alignment(void) {
    int lengths[2] = {1, 1};
    MPI_Aint indices[2] = {0, 9};
    MPI_Datatype types[2] = {MPI_CHAR, MPI_DOUBLE}, type;
    MPI_Type_create_struct(2, lengths, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){MPI_DOUBLE, MPI_SHORT}, &type);
    CHECK(measure(type).extent == 16 && measure(type).true_extent == 10);
    MPI_Type_free(&type);
    MPI_Type_create_struct(2, lengths, indices, types, &type);
    CHECK(measure(type).extent == 24 && measure(type).true_extent == 17);
    MPI_Type_free(&type);
    MPI_Type_create_hvector(2, 2, 19, MPI_DOUBLE, &type);
    CHECK_BUT_MPICH(measure(type).extent == 40);
    CHECK(measure(type).true_extent == 35);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed(2, lengths, indices, MPI_INT, &type);
    CHECK_BUT_MPICH(measure(type).extent == 16);
    CHECK(measure(type).true_extent == 13);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed_block(2, 1, indices, MPI_INT, &type);
    CHECK_BUT_MPICH(measure(type).extent == 16);
    MPI_Type_free(&type);
}

static void large_count_forms(void) {
#if MPI_SINCE(4, 0)
    MPI_Datatype type, wide;
    MPI_Count bytes = -1, lower = -1, extent = -1;
    MPI_Type_contiguous_c((MPI_Count)1 << 32, MPI_INT, &type);
    MPI_Type_size_c(type, &bytes);
    MPI_Type_get_extent_c(type, &lower, &extent);
    CHECK(bytes == (MPI_Count)1 << 34 && lower == 0 && extent == bytes);
    int small = -1;
    MPI_Type_size(type, &small);
    CHECK(small == MPI_UNDEFINED);
    MPI_Type_vector_c((MPI_Count)2, (MPI_Count)1, (MPI_Count)1 << 31, MPI_INT, &wide);
    MPI_Type_get_extent_c(wide, &lower, &extent);
    CHECK(extent == ((MPI_Count)1 << 33) + 4);
    MPI_Type_free(&wide);
    MPI_Type_free(&type);
#endif
}

int main(int argc, char** argv) {
    MPI_Datatype pair;
    begin(&argc, &argv);
    pair = double_and_char();
    CHECK(measure(pair).extent == 16 && measure(pair).true_extent == 9);
    vectors(pair);
    indexed(pair);
    structs(pair);
    arrays();
    alignment();
    large_count_forms();
    show("double and char", pair);
    return finish("extents");
}
