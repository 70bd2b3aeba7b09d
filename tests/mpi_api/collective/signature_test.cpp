// Signatures of collective calls: calls that must match have equal tags, others have different ones, and no
// tag is a wildcard or a tag of the program's.
#include "mpi_api/collective/tags/tags.hpp"

#include <set>

#include <gtest/gtest.h>

#include "components/collective/operands/operations.hpp"
#include "components/envelope/header.hpp"
#include "mpi_api/reports/signature_text.hpp"

namespace {

using namespace sartor;
using collective::NumberClass;
using collective::OperandClass;
using mpi::BlockingTag;
using mpi::ChosenTag;
using mpi::Collective;
using mpi::Signature;

constexpr auto last_function = static_cast<int>(Collective::neighbor_alltoall);

Collective function(int number) {
    return static_cast<Collective>(number);
}

TEST(Signatures, AreNeitherWildcardsNorTagsOfPrograms) {
    for (const int number : {-1, 0, 1, static_cast<int>(mpi::tags::numbers) - 1})
        for (int one = 0; one <= last_function; ++one)
            for (int root = 0; root < 300; ++root) {
                const int tag =
                    ChosenTag{number}.of(Signature(function(one), root, OperandClass::of_programs()));
                EXPECT_LT(tag, 0);
                EXPECT_NE(tag, envelope::any_tag);
            }
}

TEST(Signatures, DifferInEachArgumentAlone) {
    for (const int number : {-1, 0, 77}) {
        std::set<int> functions, roots, operations, types;
        const ChosenTag tag{number};
        for (int one = 0; one <= last_function; ++one) functions.insert(tag.of(Signature(function(one))));
        for (int root = 0; root < 256; ++root) roots.insert(tag.of(Signature(Collective::bcast, root)));
        for (int one = 0; one < 32; ++one)
            operations.insert(
                tag.of(Signature(Collective::reduce, 3, OperandClass(one, NumberClass::integers, 4))));
        for (int one = 0; one < 8; ++one)
            for (const std::size_t size : {1, 2, 4, 8, 16, 32})
                types.insert(tag.of(
                    Signature(Collective::reduce, 3, OperandClass(33, static_cast<NumberClass>(one), size))));
        EXPECT_EQ(functions.size(), last_function + 1U);
        EXPECT_EQ(roots.size(), 256U);
        EXPECT_EQ(operations.size(), 32U);
        EXPECT_EQ(types.size(), 48U);
    }
}

TEST(Signatures, OfCallsUnderWayDifferByTheirNumbers) {
    std::set<int> tags;
    for (int number = 0; number < 5000; ++number)
        tags.insert(ChosenTag{number}.of(Signature(Collective::barrier)));
    tags.insert(BlockingTag::of(Signature(Collective::barrier)));
    for (int number = 0; number < 5000; ++number)
        tags.insert(ChosenTag{number, true}.of(Signature(Collective::barrier)));
    EXPECT_EQ(tags.size(), 10001U);
    const int once = ChosenTag{7}.of(Signature(Collective::barrier));
    const int again = ChosenTag{7, true}.of(Signature(Collective::barrier));
    EXPECT_EQ(mpi::tags::number_of(once), mpi::tags::number_of(again));
}

TEST(Signatures, KnowDatatypesByWhatTheyHold) {
    EXPECT_EQ(collective::class_of<int>(33, false).value,
              collective::class_of<std::int32_t>(33, false).value);
    EXPECT_EQ(collective::class_of<long>(33, false).value, collective::class_of<long long>(33, false).value);
    EXPECT_NE(collective::class_of<int>(33, false).value, collective::class_of<unsigned>(33, false).value);
    EXPECT_NE(collective::class_of<int>(33, false).value, collective::class_of<float>(33, false).value);
    EXPECT_NE(collective::class_of<int>(48, false).value, collective::class_of<int>(48, true).value);
}

TEST(Signatures, AreOfFunctionsOrOfPartsOfThem) {
    const auto is_part_of = [](const char* name, Collective function) {
        return mpi::internal::is_part_of(name, BlockingTag::of(Signature(function)));
    };
    EXPECT_FALSE(is_part_of("MPI_Reduce", Collective::reduce));
    EXPECT_FALSE(is_part_of("MPI_Reduce_c", Collective::reduce));
    EXPECT_FALSE(is_part_of("MPI_Allgatherv", Collective::allgather));
    EXPECT_FALSE(is_part_of("MPI_Alltoallw", Collective::alltoallv));
    EXPECT_FALSE(is_part_of("MPI_Reduce_scatter_block", Collective::reduce_scatter));
    EXPECT_TRUE(is_part_of("MPI_Reduce_scatter", Collective::reduce));
    EXPECT_TRUE(is_part_of("MPI_Comm_split", Collective::gather));
    EXPECT_TRUE(is_part_of("MPI_Win_create", Collective::bcast));
}

} // namespace
