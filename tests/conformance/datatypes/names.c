// Names of types, matching types by size, names of MPI-1 (MPI-5.0 sections 7.8, 17, 19.1.5).
// ranks: 1 2
#include "../common/frame.h"

#define SAME_NAME(type) CHECK(has_name(type, #type))

static int has_name(MPI_Datatype type, const char* expected) {
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Type_get_name(type, name, &length);
    return strcmp(name, expected) == 0 && length == (int)strlen(expected);
}

static void predefined(void) {
    SAME_NAME(MPI_INT);
    SAME_NAME(MPI_DOUBLE);
    SAME_NAME(MPI_CHAR);
    SAME_NAME(MPI_BYTE);
    SAME_NAME(MPI_PACKED);
    SAME_NAME(MPI_UNSIGNED_LONG);
    SAME_NAME(MPI_INT64_T);
    SAME_NAME(MPI_FLOAT_INT);
    SAME_NAME(MPI_2INT);
    SAME_NAME(MPI_AINT);
}

static void own(void) {
    MPI_Datatype type, copy;
    MPI_Type_set_name(MPI_INT, "whole"); // its own name is but the default
    CHECK(has_name(MPI_INT, "whole") && has_name(MPI_LONG, "MPI_LONG"));
    MPI_Type_set_name(MPI_INT, "MPI_INT");
    CHECK(has_name(MPI_INT, "MPI_INT"));
    MPI_Type_contiguous(2, MPI_INT, &type);
    CHECK(has_name(type, ""));
    MPI_Type_set_name(type, "two ints");
    CHECK(has_name(type, "two ints"));
    MPI_Type_dup(type, &copy);
    CHECK_BUT_OPEN_MPI(has_name(copy, "")); // nobody has given it one
    MPI_Type_free(&copy);
    MPI_Type_free(&type);
}

static void by_size(void) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int wanted[3] = {MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL, MPI_TYPECLASS_COMPLEX},
              sizes[3] = {4, 8, 16};
    for (int index = 0; index < 3; ++index) {
        int size_found = -1;
        CHECK(MPI_Type_match_size(wanted[index], sizes[index], &type) == MPI_SUCCESS);
        MPI_Type_size(type, &size_found);
        CHECK(size_found == sizes[index]);
    }
}

static void removed_names(void) {
#if HAS_REMOVED_NAMES
    struct {
        int number;
        char letter;
    } out = {rank, 'x'}, in = {-1, 0};
    int lengths[2] = {1, 1}, bytes = -1;
    MPI_Aint indices[2], base, extent = -1, lower = -1, upper = -1;
    MPI_Datatype types[2] = {MPI_INT, MPI_CHAR}, type, wide, picked;
    MPI_Address(&out, &base), MPI_Address(&out.number, &indices[0]), MPI_Address(&out.letter, &indices[1]);
    indices[0] -= base, indices[1] -= base;
    MPI_Type_struct(2, lengths, indices, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_extent(type, &extent), MPI_Type_lb(type, &lower), MPI_Type_ub(type, &upper);
    CHECK(extent == 8 && lower == 0 && upper == 8);
    MPI_Sendrecv(&out, 1, type, right_of(rank), 1, &in, 1, type, left_of(rank), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(in.number == left_of(rank) && in.letter == 'x');
    MPI_Type_hvector(3, 1, 10, MPI_INT, &wide);
    MPI_Type_hindexed(2, lengths, indices, MPI_CHAR, &picked);
    MPI_Type_extent(wide, &extent), MPI_Type_size(picked, &bytes);
    CHECK(extent == 24 && bytes == 2);
    MPI_Type_free(&type), MPI_Type_free(&wide), MPI_Type_free(&picked);
#endif
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    predefined();
    own();
    by_size();
    removed_names();
    return finish("names of types");
}
