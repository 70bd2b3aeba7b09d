// How a type was made: envelopes and contents (MPI-5.0 section 5.1.13).
// ranks: 1 3
#include "../common/frame.h"

enum { most = 32 };

static int integers[most];
static MPI_Aint addresses[most];
static MPI_Datatype types[most];

// The contents' counts are as the text says, and what comes back can be decoded again.
static void decode(MPI_Datatype type, int combiner, int integer_count, int address_count, int type_count) {
    int counts[3] = {-1, -1, -1}, found = -1;
    MPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &found);
    CHECK(found == combiner && counts[0] == integer_count && counts[1] == address_count &&
          counts[2] == type_count);
#ifdef OPEN_MPI // differences.md: room for contents
    MPI_Type_get_contents(type, counts[0], counts[1], counts[2], integers, addresses, types);
#else
    MPI_Type_get_contents(type, most, most, most, integers, addresses, types);
#endif
}

static void check_integers(int count, const int* expected) {
    for (int index = 0; index < count; ++index) CHECK(integers[index] == expected[index]);
}

static void check_addresses(int count, const MPI_Aint* expected) {
    for (int index = 0; index < count; ++index) CHECK(addresses[index] == expected[index]);
}

// Predefined types come back as they are; derived ones as new handles, which are freed here.
static void check_types(int count, MPI_Datatype expected) {
    for (int index = 0; index < count; ++index) CHECK(types[index] == expected);
}

static void named(void) {
    int counts[3] = {-1, -1, -1}, combiner = -1;
    MPI_Type_get_envelope(MPI_DOUBLE, &counts[0], &counts[1], &counts[2], &combiner);
    CHECK(combiner == MPI_COMBINER_NAMED && counts[0] == 0 && counts[1] == 0 && counts[2] == 0);
}

static void simple_ones(void) {
    MPI_Datatype type;
    MPI_Type_dup(MPI_INT, &type);
    decode(type, MPI_COMBINER_DUP, 0, 0, 1);
    check_types(1, MPI_INT);
    MPI_Type_free(&type);
    MPI_Type_contiguous(7, MPI_CHAR, &type);
    decode(type, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    check_integers(1, (int[]){7});
    check_types(1, MPI_CHAR);
    MPI_Type_free(&type);
    MPI_Type_vector(2, 3, 4, MPI_INT, &type);
    decode(type, MPI_COMBINER_VECTOR, 3, 0, 1);
    check_integers(3, (int[]){2, 3, 4});
    MPI_Type_free(&type);
    MPI_Type_create_hvector(2, 3, 40, MPI_INT, &type);
    decode(type, MPI_COMBINER_HVECTOR, 2, 1, 1);
    check_integers(2, (int[]){2, 3});
    check_addresses(1, (MPI_Aint[]){40});
    MPI_Type_free(&type);
    MPI_Type_create_resized(MPI_INT, -4, 24, &type);
    decode(type, MPI_COMBINER_RESIZED, 0, 2, 1);
    check_addresses(2, (MPI_Aint[]){-4, 24});
    MPI_Type_free(&type);
}

static void blocks(void) {
    int lengths[2] = {2, 1}, indices[2] = {3, 0};
    MPI_Aint bytes[2] = {12, 0};
    MPI_Datatype type;
    MPI_Type_indexed(2, lengths, indices, MPI_INT, &type);
    decode(type, MPI_COMBINER_INDEXED, 5, 0, 1);
    check_integers(5, (int[]){2, 2, 1, 3, 0});
    MPI_Type_free(&type);
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &type);
    decode(type, MPI_COMBINER_HINDEXED, 3, 2, 1);
    check_integers(3, (int[]){2, 2, 1});
    check_addresses(2, bytes);
    MPI_Type_free(&type);
    MPI_Type_create_indexed_block(2, 5, indices, MPI_INT, &type);
    decode(type, MPI_COMBINER_INDEXED_BLOCK, 4, 0, 1);
    check_integers(4, (int[]){2, 5, 3, 0});
    MPI_Type_free(&type);
    MPI_Type_create_hindexed_block(2, 5, bytes, MPI_INT, &type);
    decode(type, MPI_COMBINER_HINDEXED_BLOCK, 2, 2, 1);
    check_integers(2, (int[]){2, 5});
    check_addresses(2, bytes);
    MPI_Type_free(&type);
}

static void structure(void) {
    int lengths[2] = {2, 1};
    MPI_Aint bytes[2] = {0, 16};
    MPI_Datatype inner, members[2], type, again;
    MPI_Aint lower, extent;
    MPI_Type_contiguous(2, MPI_INT, &inner);
    members[0] = inner, members[1] = MPI_DOUBLE;
    MPI_Type_create_struct(2, lengths, bytes, members, &type);
    MPI_Type_free(&inner); // the struct keeps what it needs
    decode(type, MPI_COMBINER_STRUCT, 3, 2, 2);
    check_integers(3, (int[]){2, 2, 1});
    check_addresses(2, bytes);
    CHECK(types[1] == MPI_DOUBLE);
    again = types[0];
    MPI_Type_get_extent(again, &lower, &extent);
    CHECK(extent == 8);
    decode(again, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    CHECK(integers[0] == 2 && types[0] == MPI_INT);
    MPI_Type_free(&again);
    MPI_Type_free(&type);
}

static void arrays(void) {
    int sizes[2] = {6, 5}, parts[2] = {2, 3}, starts[2] = {1, 1}, grid[2] = {2, 1};
    int kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
    int darguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    decode(type, MPI_COMBINER_SUBARRAY, 8, 0, 1);
    check_integers(8, (int[]){2, 6, 5, 2, 3, 1, 1, MPI_ORDER_C});
    MPI_Type_free(&type);
    MPI_Type_create_darray(2, 1, 2, sizes, kinds, darguments, grid, MPI_ORDER_C, MPI_INT, &type);
    decode(type, MPI_COMBINER_DARRAY, 12, 0, 1);
    check_integers(
        12, (int[]){2, 1, 2, 6, 5, kinds[0], kinds[1], darguments[0], darguments[1], 2, 1, MPI_ORDER_C});
    MPI_Type_free(&type);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    named();
    simple_ones();
    blocks();
    structure();
    arrays();
    return finish("contents of types");
}
