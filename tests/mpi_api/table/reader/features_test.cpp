// Features are listed once, and every row that names one names one of the list.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/reader/parse.hpp"
#include "tests/mpi_api/table/real_table.hpp"
#include "tests/mpi_api/table/spoiled_table.hpp"

namespace sartor::table {
namespace {

std::string feature_failure(const std::string& row) {
    return failure([&] { parse_feature({row, "features.table:3"}, "matching"); });
}

TEST(FeatureRow, SaysWhatTheFeatureAddsAndWhoAsks) {
    const Feature feature = parse_feature({"tags | messages | -", "features.table:3"}, "matching");
    EXPECT_EQ(feature.name, "tags");
    EXPECT_EQ(feature.layer, "matching");
    EXPECT_EQ(feature.adds, "messages");
    EXPECT_EQ(feature.requested_by, "");
    EXPECT_EQ(parse_feature({"tags | messages | --tags", "features.table:3"}, "matching").requested_by,
              "--tags");
}

TEST(FeatureRow, FollowsItsGrammar) {
    EXPECT_NE(feature_failure("tags | messages").find("features.table:3: a feature reads"),
              std::string::npos);
    EXPECT_NE(feature_failure("Tags | messages | -").find("is not a name of a feature"), std::string::npos);
    EXPECT_NE(feature_failure("tags | | -").find("needs a text"), std::string::npos);
    EXPECT_NE(feature_failure("tags | messages |").find("needs a text"), std::string::npos);
}

using Features = SpoiledTable;

TEST_F(Features, OfFunctionsAreListed) {
    std::ofstream(directory_ / "info.table") << "# a comment\nMPI_X() | infos | a/b\n";
    EXPECT_EQ(load_failure(), (directory_ / "info.table").string() + ":2: features.table has no infos");
}

TEST_F(Features, OfConstantsAreListed) {
    append("constants.table", "MPI_X = 1 : int | infos\n");
    EXPECT_TRUE(load_failure().ends_with("features.table has no infos")) << load_failure();
    append("features.table", "infos | more | -\n");
    EXPECT_EQ(load_failure(), "no error");
}

TEST_F(Features, ArePredefinedDatatypesAndOperationsToo) {
    append("info.table", "MPI_X() | MPI_INT, MPI_SUM | a/b\n");
    EXPECT_EQ(load_failure(), "no error");
    for (const char* name : {"MPI_INTEGER3", "MPI_OP_NULL", "MPI_ANY_SOURCE"}) {
        std::ofstream(directory_ / "info.table") << "MPI_X() | " << name << " | a/b\n";
        EXPECT_TRUE(load_failure().ends_with(std::string("features.table has no ") + name)) << load_failure();
    }
}

TEST_F(Features, AreAskedFor) {
    append("features.table", "unwanted | nothing | -\n");
    EXPECT_TRUE(load_failure().ends_with(
        "no row requires unwanted: name the feature in the row of a function or constant that requires it"))
        << load_failure();
}

TEST_F(Features, AreListedOnce) {
    append("features.table", "tags | again | -\n");
    EXPECT_NE(load_failure().find("tags is already at"), std::string::npos) << load_failure();
}

TEST(FeatureLists, HoldEveryFeature) {
    const std::string list = emit_features(real_table());
    const std::string page = emit_feature_page(real_table());
    for (const Feature& feature : real_table().features()) {
        EXPECT_NE(list.find("\nSARTOR_FEATURE(" + feature.name + ")\n"), std::string::npos) << feature.name;
        EXPECT_NE(page.find("\n| `" + feature.name + "` | " + feature.adds + " | "), std::string::npos);
    }
    EXPECT_NE(page.find("| 1 constant, `sartor run --io` |"), std::string::npos);
}

} // namespace
} // namespace sartor::table
