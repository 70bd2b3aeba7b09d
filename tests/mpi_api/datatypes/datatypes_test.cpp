// Large and deep datatypes, names; what is refused.
#include <cstring>

#include <gtest/gtest.h>

#include "mpi_api/datatypes/contents.hpp"
#include "mpi_api/datatypes/match_size.hpp"
#include "mpi_api/datatypes/names.hpp"
#include "mpi_api/datatypes/pack_external.hpp"
#include "tests/mpi_api/datatypes/support.hpp"

namespace {

using namespace sartor;
using namespace sartor::test;

TEST(Datatypes, CountIn64Bits) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) {
        const MPI_Count count = MPI_Count{1} << 33;
        MPI_Datatype type, twice;
        MPI_Count size = 0, lower = 0, extent = 0;
        mpi::type_vector(call, count, MPI_Count{2}, MPI_Count{3}, MPI_DOUBLE, &type);
        mpi::type_size(call, type, &size);
        mpi::type_get_extent(call, type, &lower, &extent);
        expect(size == count * 16 && extent == count * 24 - 8, "a vector of 2^33 blocks");
        int small = 0;
        mpi::type_size(call, type, &small);
        expect_equal(small, MPI_UNDEFINED, "a size that is no int");
        mpi::type_contiguous(call, MPI_Count{4}, type, &twice);
        MPI_Count integers = -1, addresses = -1, large = -1, olds = -1;
        int combiner = 0;
        mpi::type_get_envelope(call, type, &integers, &addresses, &large, &olds, &combiner);
        expect(integers == 0 && addresses == 0 && large == 3 && olds == 1, "large counts");
        MPI_Count counts[3] = {};
        MPI_Datatype old = MPI_DATATYPE_NULL;
        mpi::type_get_contents(call, type, MPI_Count{0}, MPI_Count{0}, MPI_Count{3}, MPI_Count{1}, nullptr,
                               nullptr, counts, &old);
        expect(counts[0] == count && counts[2] == 3 && old == MPI_DOUBLE, "large contents");
        mpi::type_free(call, &twice);
        mpi::type_free(call, &type);
    });
}

TEST(Datatypes, NestDeeperThanAWalkGoes) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) {
        RandomType made{MPI_SHORT, {{{{MPI_SHORT, 2, 2}, 0}}, {}, {}, 0}};
        for (int depth = 0; depth < 40; ++depth) {
            MPI_Datatype next;
            Typemap map;
            const int count = depth % 4 == 0 ? 2 : 1;
            const MPI_Aint stride = 3 * made.map.extent() + 2;
            for (int index = 0; index < count; ++index) map.add(made.map, index * stride);
            mpi::type_create_hvector(call, count, 1, stride, made.type, &next);
            if (depth > 0) mpi::type_free(call, &made.type);
            made = {next, map};
        }
        mpi::type_commit(call, &made.type);
        check_bounds(call, made);
        check_packing(call, made, 1);
        mpi::type_free(call, &made.type);
    });
}

TEST(Datatypes, HaveNames) {
    expect_success<Full>(1, [](mpi::Call<Full>& call, int) {
        char name[MPI_MAX_OBJECT_NAME];
        int length = 0;
        mpi::type_get_name(call, MPI_INT, name, &length);
        expect(std::strcmp(name, "MPI_INT") == 0 && length == 7, "a predefined name");
        MPI_Datatype type;
        mpi::type_contiguous(call, 2, MPI_INT, &type);
        mpi::type_get_name(call, type, name, &length);
        expect(length == 0 && name[0] == '\0', "no name at first");
        mpi::type_set_name(call, type, "two ints");
        mpi::type_get_name(call, type, name, &length);
        expect_equal(std::strcmp(name, "two ints"), 0, "a name of one's own");
        mpi::type_free(call, &type);
        mpi::type_match_size(call, MPI_TYPECLASS_REAL, 8, &type);
        expect_equal(type, MPI_REAL8, "the real of 8 bytes");
    });
}

template <class Body>
void refuse(Body body) {
    run_mpi<Full>(1, [=](mpi::Call<Full>& call, int) { body(call); });
}

TEST(Errors, NameHandlesThatStandForNothing) {
    EXPECT_EXIT(refuse([](auto& call) { (void)call.datatype("datatype", MPI_DATATYPE_NULL); }),
                testing::ExitedWithCode(1), "datatype = MPI_DATATYPE_NULL.*MPI_ERR_TYPE");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type, freed;
                    mpi::type_contiguous(call, 2, MPI_INT, &type);
                    freed = type;
                    mpi::type_free(call, &type);
                    (void)call.datatype("datatype", freed);
                }),
                testing::ExitedWithCode(1), "not a datatype, or a datatype that was freed");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    mpi::type_contiguous(call, 2, MPI_INT, &type);
                    (void)call.committed("datatype", type);
                }),
                testing::ExitedWithCode(1), "not committed: call MPI_Type_commit first");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type = MPI_INT;
                    mpi::type_free(call, &type);
                }),
                testing::ExitedWithCode(1), "a predefined datatype can't be freed");
}

TEST(Errors, NameTheArgumentOfAConstructor) {
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const int lengths[] = {1, -3};
                    mpi::type_indexed(call, 2, lengths, lengths, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "array_of_blocklengths.1. = -3");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const int sizes[] = {4}, subsizes[] = {3}, starts[] = {2};
                    mpi::type_create_subarray(call, 1, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "array_of_starts.0. = 2: expected 0 to 1");
    EXPECT_EXIT(refuse([](auto& call) {
                    MPI_Datatype type;
                    const MPI_Count most = MPI_Count{1} << 62;
                    mpi::type_vector(call, most, most, most, MPI_INT, &type);
                }),
                testing::ExitedWithCode(1), "does not fit into 64 bits");
}

TEST(Errors, NameWhatDoesNotFitWhenPacking) {
    EXPECT_EXIT(refuse([](auto& call) {
                    char packed[8];
                    int position = 5;
                    mpi::pack(call, "abcd", 4, MPI_CHAR, packed, 8, &position, MPI_COMM_WORLD);
                }),
                testing::ExitedWithCode(1), "4 bytes from position 5 on, but outbuf has 8 bytes");
    EXPECT_EXIT(refuse([](auto& call) {
                    const long large = 1L << 40;
                    char packed[8];
                    MPI_Aint position = 0;
                    mpi::pack_external(call, "external32", &large, 1, MPI_LONG, packed, MPI_Aint{8},
                                       &position);
                }),
                testing::ExitedWithCode(1), "does not fit into the 4 bytes.*MPI_ERR_CONVERSION");
}

} // namespace
