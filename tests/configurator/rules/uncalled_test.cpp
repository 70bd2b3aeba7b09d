// Algorithms chosen for collectives that a program does not call.
#include "configurator/rules/uncalled.hpp"
#include "tests/configurator/support.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace sartor::configurator {
namespace {

std::string why(const std::string& wish, const std::set<std::string>& functions) {
    Facts facts;
    for (const std::string& function : functions) facts.functions[function] = {"a.o"};
    return uncalled(wish, needs_of(facts, mpi()), "ring", catalog()).value_or("");
}

TEST(Uncalled, NamesTheCollectiveThatIsNotCalled) {
    EXPECT_EQ(why("bcast=chain", {"MPI_Send"}), "ring calls no MPI_Bcast, so the option changes nothing");
    EXPECT_EQ(why("scan=chain", {"MPI_Bcast"}),
              "ring calls no MPI_Scan or MPI_Exscan, so the option changes nothing");
    EXPECT_EQ(why("gather=ring", {}),
              "ring calls no MPI_Gather or MPI_Gatherv, so the option changes nothing");
}

TEST(Uncalled, EachFormOfACallCounts) {
    for (const char* name : {"MPI_Bcast", "PMPI_Bcast", "MPI_Ibcast", "MPI_Bcast_init", "MPI_Bcast_c"})
        EXPECT_EQ(why("bcast=chain", {name}), "") << name;
    EXPECT_EQ(why("gather=ring", {"MPI_Gatherv"}), "");
}

TEST(Uncalled, ACollectiveThatOthersAreMadeOfCountsAsCalled) {
    EXPECT_EQ(why("reduce=chain", {"MPI_Allreduce"}), "");
    EXPECT_EQ(why("scatter=linear", {"MPI_Reduce_scatter"}), "");
    EXPECT_NE(why("allreduce=doubling", {"MPI_Reduce"}), "");
}

TEST(Uncalled, FilesUseCollectivesOfTheirOwn) {
    EXPECT_EQ(why("bcast=chain", {"MPI_File_open"}), "ring calls no MPI_Bcast");
}

} // namespace
} // namespace sartor::configurator
