// From facts to features by the table's rows.
#include "configurator/rules/needs.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Needs, FeaturesKnowWhoAskedForThem) {
    Facts facts;
    facts.functions = {{"MPI_Send", {"a.o"}}, {"PMPI_Recv", {"b.o"}}};
    facts.constants = {{"MPI_ANY_SOURCE", {"a.o"}}, {"MPI_INT", {"a.o"}}};
    const Needs needs = needs_of(facts, mpi());
    EXPECT_THAT(needs.features.at("tags"), ElementsAre("MPI_Recv", "MPI_Send"));
    EXPECT_THAT(needs.features.at("any_source"), ElementsAre("MPI_ANY_SOURCE"));
    EXPECT_THAT(needs.datatypes.at("521"), ElementsAre("MPI_INT"));
    EXPECT_FALSE(needs.features.contains("immediate"));
}

TEST(Needs, AUnitWithoutNoteNamesEveryConstant) {
    Facts facts;
    facts.without_note = {"old.o"};
    const Needs needs = needs_of(facts, mpi());
    EXPECT_THAT(needs.features.at("any_tag"), ElementsAre("every constant (no note: old.o)"));
    EXPECT_GT(needs.datatypes.size(), 40u);
    EXPECT_GE(needs.operations.size(), 10u);
    EXPECT_FALSE(needs.datatypes.contains(mpi().find_constant("MPI_DATATYPE_NULL")->value));
}

} // namespace
} // namespace sartor::configurator
