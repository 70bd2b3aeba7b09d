// What messages say of the types of their data, and which receives agree (MPI-5.0 section 3.3.1).
#include <gtest/gtest.h>

#include "components/datatype/signature.hpp"
#include "mpi_api/datatypes/struct.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;
using datatype::CheckedType;

template <class Program>
CheckedType checked(mpi::Call<Program>& call, MPI_Datatype type, MPI_Count count = 1) {
    return datatype::checked_type_of(call.state().datatypes, mpi::value_of(type), count);
}

template <class Program>
MPI_Datatype make_struct(mpi::Call<Program>& call, MPI_Datatype first, MPI_Datatype second) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int lengths[] = {1, 1};
    const MPI_Aint offsets[] = {0, 8};
    const MPI_Datatype types[] = {first, second};
    EXPECT_EQ(mpi::type_create_struct(call, 2, lengths, offsets, types, &type), MPI_SUCCESS);
    return type;
}

void agree(const CheckedType& one, const CheckedType& other, bool expected, const char* what) {
    expect(one.agrees_with(other) == expected && other.agrees_with(one) == expected, what);
}

TEST(CheckedTypes, OfPredefinedDatatypesAgreeWithThemselves) {
    expect_success<Lean>(1, [](mpi::Call<Lean>& call, int) {
        agree(checked(call, MPI_INT, 9), checked(call, MPI_INT, 2), true, "numbers of one type");
        agree(checked(call, MPI_INT), checked(call, MPI_FLOAT), false, "numbers of two types");
        agree(checked(call, MPI_INT), checked(call, MPI_BYTE), false, "numbers and bytes");
        agree(checked(call, MPI_INT, 9), checked(call, MPI_PACKED), true, "numbers and packed data");
        agree(checked(call, MPI_INT), checked(call, MPI_FLOAT, 0), true, "no data");
        agree(checked(call, MPI_2INT), checked(call, MPI_INT, 7), true, "two numbers of one type");
        agree(checked(call, MPI_2INTEGER), checked(call, MPI_INTEGER, 2), true, "a pair of Fortran's");
    });
}

TEST(CheckedTypes, OfStructsAreComparedElementByElement) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) {
        MPI_Datatype one = make_struct(call, MPI_DOUBLE, MPI_INT);
        MPI_Datatype other = make_struct(call, MPI_INT, MPI_DOUBLE);
        agree(checked(call, one, 5), checked(call, one, 9), true, "structs");
        agree(checked(call, one), checked(call, other), false, "structs in another order");
        agree(checked(call, one, 3), checked(call, MPI_DOUBLE_INT, 4), true, "pairs as structs");
        agree(checked(call, one), checked(call, MPI_DOUBLE, 1), true, "a shorter message");
        agree(checked(call, one), checked(call, MPI_DOUBLE, 2), false, "a struct and two numbers");
        agree(checked(call, one, 100), checked(call, MPI_PACKED, 9), true, "a struct and packed data");
    });
}

} // namespace
