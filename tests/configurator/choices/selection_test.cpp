// Wishes for algorithms, checked against a catalog.
#include "configurator/choices/selection.hpp"

#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;

TEST(Catalog, GivesTopologiesToAllFamiliesThatHaveAnAlgorithmAlongOne) {
    EXPECT_EQ(catalog().find("bcast")->find("ring")->type, "bcast::Along<Of<topologies::networks::Ring>>");
    EXPECT_EQ(catalog().find("gather")->find("ring")->type,
              "gather::Along<Reverse, Of<topologies::networks::Ring>>");
    EXPECT_EQ(catalog().find("gather")->find("chain"), nullptr);
    EXPECT_EQ(catalog().find("scan")->find("ring"), nullptr);
}

TEST(Catalog, KnowsTheFunctionsOfAFamilyInAllForms) {
    for (const char* name : {"MPI_Bcast", "PMPI_Bcast", "MPI_Ibcast", "MPI_Bcast_init", "MPI_Ibcast_c"}) {
        ASSERT_NE(catalog().serving(name), nullptr) << name;
        EXPECT_EQ(catalog().serving(name)->name, "bcast");
    }
    EXPECT_EQ(catalog().serving("MPI_Alltoallw")->name, "alltoallv");
    EXPECT_EQ(catalog().serving("MPI_Send"), nullptr);
}

TEST(Selection, ServesTheVaryingFormToo) {
    const Selection selection = selection_of({{"gather=ring"}, false, ""}, catalog());
    EXPECT_EQ(selection.at("gather"), (std::vector<Limited>{{"ring", "", ""}}));
    EXPECT_EQ(selection.at("gatherv"), selection.at("gather"));
    EXPECT_FALSE(selection_of({{"alltoall=bruck"}, false, ""}, catalog()).contains("alltoallv"));
}

TEST(Selection, ReproducibleReductionsKeepTheOrderOfTheRanks) {
    const Selection selection = selection_of({{}, true, ""}, catalog());
    for (const char* family : {"reduce", "allreduce", "reduce_scatter", "scan"})
        for (const Limited& one : selection.at(family))
            EXPECT_TRUE(catalog().find(family)->find(one.algorithm)->ordered)
                << family << ' ' << one.algorithm;
    EXPECT_THAT(message_of([] {
                    selection_of({{"reduce=tree"}, true, ""}, catalog());
                }),
                HasSubstr("in_order"));
}

TEST(Selection, GoesThroughJsonUnchanged) {
    const Selection selection = selection_of({{"bcast=chain,reduce=shared"}, true, ""}, catalog());
    EXPECT_EQ(selection_from(selection_json(selection)), selection);
}

TEST(Selection, StatesDifferencesOfTheProgram) {
    const std::string text =
        selection_source(selection_of({{"bcast=chain"}, false, ""}, catalog()), catalog());
    EXPECT_THAT(text, HasSubstr("#include \"topologies/chain.hpp\"\n"));
    EXPECT_THAT(
        text,
        HasSubstr("using SelectedBcast = choices<upto<bcast::Along<Only<topologies::Chain>>, any_bytes, "
                  "any_ranks>>;"));
    EXPECT_EQ(selection_source({}, catalog()), "");
}

} // namespace
} // namespace sartor::configurator
