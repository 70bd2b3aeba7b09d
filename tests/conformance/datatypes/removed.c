// Constants that MPI-3.0 removed, and whose functions are there: markers of bounds in structs, combiners that no datatype
// has (MPI-1.1 section 3.12.3, MPI-2.2 section 4.1.13).
// ranks: 1
// flags: -Wno-error
// oracle: mpich
#include "../common/frame.h"

static int is_removed(int combiner) {
    switch (combiner) {
    case MPI_COMBINER_HVECTOR_INTEGER:
    case MPI_COMBINER_HINDEXED_INTEGER:
    case MPI_COMBINER_STRUCT_INTEGER: return 1;
    default: return 0;
    }
}

static void expect_bounds(MPI_Datatype type, int size_expected, MPI_Aint lower, MPI_Aint extent) {
    MPI_Aint found_lower = 77, found_extent = 77;
    int found_size = 77;
    MPI_Type_size(type, &found_size);
    MPI_Type_get_extent(type, &found_lower, &found_extent);
    CHECK(found_size == size_expected && found_lower == lower && found_extent == extent);
}

int main(int argc, char** argv) {
    int lengths[3] = {1, 1, 1}, integers[9], counts[4];
    MPI_Aint places[3] = {-4, 0, 16}, addresses[9];
    MPI_Datatype types[3] = {MPI_LB, MPI_INT, MPI_UB}, both, upper, nested, found[9];
    begin(&argc, &argv);
    MPI_Type_create_struct(3, lengths, places, types, &both);
    expect_bounds(both, 4, -4, 20);
    MPI_Type_create_struct(2, lengths, places + 1, types + 1, &upper);
    expect_bounds(upper, 4, 0, 16);
    // Markers last: data beyond them do not move the bound.
    MPI_Type_create_struct(2, lengths, (MPI_Aint[]){100, 8}, (MPI_Datatype[]){MPI_INT, upper}, &nested);
#ifndef MPICH_VERSION // 4.0.2 takes the data's
    expect_bounds(nested, 8, 8, 16);
#endif
    MPI_Type_get_envelope(both, &counts[0], &counts[1], &counts[2], &counts[3]);
    CHECK(counts[2] == 3 && counts[3] == MPI_COMBINER_STRUCT && !is_removed(counts[3]));
    MPI_Type_get_contents(both, counts[0], counts[1], counts[2], integers, addresses, found);
    CHECK(found[0] == MPI_LB && found[1] == MPI_INT && found[2] == MPI_UB);
    MPI_Type_free(&both);
    MPI_Type_free(&upper);
    MPI_Type_free(&nested);
    return finish("removed constants");
}
