// Each level of datatypes has what its programs need, and no more.
#include <type_traits>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/elements.hpp"
#include "mpi_api/datatypes/pack_external.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"
#include "mpi_api/point_to_point/status.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;

static_assert(std::is_same_v<mpi::Interface<Full>::Datatypes, datatype::Total>);
static_assert(std::is_same_v<mpi::Interface<Lines>::Datatypes, datatype::Contiguous>);
static_assert(std::is_same_v<mpi::Interface<Lean>::Datatypes, datatype::Basic>);
static_assert(std::is_empty_v<datatype::Basic>, "without derived datatypes a rank keeps nothing");
static_assert(std::is_same_v<datatype::Contiguous::Storage, envelope::Contiguous>, "no description travels");

struct DoubleInt {
    double value;
    int index;
};

// A value and its index have a gap behind them: MPI_Type_size and external32 don't count it.
template <class Program>
void check_pair(mpi::Call<Program>& call) {
    MPI_Count lower = 0, extent = 0;
    int size = 0;
    mpi::type_size(call, MPI_DOUBLE_INT, &size);
    mpi::type_get_extent(call, MPI_DOUBLE_INT, &lower, &extent);
    expect(size == 12 && extent == 16, "size and extent of a pair");
    const DoubleInt data[2] = {{1.0, 3}, {-1.0, 4}};
    DoubleInt back[2] = {};
    unsigned char packed[64] = {};
    MPI_Aint position = 0;
    mpi::pack_external(call, "external32", data, 2, MPI_DOUBLE_INT, packed, MPI_Aint{64}, &position);
    expect(position == 24 && packed[0] == 0x3f && packed[11] == 3 && packed[12] == 0xbf,
           "pairs in external32");
    position = 0;
    mpi::unpack_external(call, "external32", packed, MPI_Aint{64}, &position, back, 2, MPI_DOUBLE_INT);
    expect(back[1].value == -1.0 && back[1].index == 4, "pairs back from external32");
    char native[64];
    int index = 0;
    mpi::pack(call, data, 2, MPI_DOUBLE_INT, native, 64, &index, MPI_COMM_WORLD);
    MPI_Status status{};
    mpi::set_bytes(status, static_cast<std::uint64_t>(index));
    int elements = 0;
    mpi::get_elements(call, &status, MPI_DOUBLE_INT, &elements);
    expect_equal(elements, 4, "elements of pairs");
}

TEST(Levels, KnowPairs) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) { check_pair(call); });
    expect_success<Lines>(1, [](mpi::Call<Lines>& call, int) { check_pair(call); });
    expect_success<Lean>(1, [](mpi::Call<Lean>& call, int) { check_pair(call); });
}

TEST(Levels, ContiguousSendsRepeatedElements) {
    expect_success<Lines>(2, [](mpi::Call<Lines>& call, int rank) {
        MPI_Datatype row, rows, copy;
        mpi::type_contiguous(call, 5, MPI_INT, &row);
        mpi::type_contiguous(call, 3, row, &rows);
        mpi::type_dup(call, rows, &copy);
        mpi::type_free(call, &row);
        mpi::type_commit(call, &copy);
        int data[15] = {};
        MPI_Status status;
        if (rank == 0) {
            data[14] = 8;
            mpi::send(call, data, 1, copy, 1, 0, MPI_COMM_WORLD);
        } else {
            mpi::recv(call, data, 1, copy, 0, 0, MPI_COMM_WORLD, &status);
            int count = 0, elements = 0;
            mpi::get_count(call, &status, copy, &count);
            mpi::get_elements(call, &status, copy, &elements);
            expect(data[14] == 8 && count == 1 && elements == 15, "a row of rows");
        }
        MPI_Count size = 0, lower = 0, extent = 0;
        mpi::type_size(call, copy, &size);
        mpi::type_get_extent(call, copy, &lower, &extent);
        expect(size == 60 && extent == 60, "size");
        mpi::type_free(call, &rows);
        mpi::type_free(call, &copy);
    });
}

} // namespace
