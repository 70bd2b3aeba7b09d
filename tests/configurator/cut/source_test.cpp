// The text of a cut says the configuration, and nothing else.
#include "configurator/cut/source.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string source_for(std::initializer_list<const char*> functions,
                       std::initializer_list<const char*> constants, const Seen& defined = {}) {
    Facts facts;
    for (const char* name : functions) facts.functions[name] = {"a.o"};
    for (const char* name : constants) facts.constants[name] = {"a.o"};
    facts.defined = defined;
    return cut_source(needs_of(facts, mpi()));
}

TEST(CutSource, SaysFeaturesHeadersAndFunctions) {
    const std::string text =
        source_for({"MPI_Isend", "MPI_Allreduce"}, {"MPI_INT", "MPI_SUM", "MPI_ANY_TAG"});
    EXPECT_THAT(text, HasSubstr("sartor::feature::immediate"));
    EXPECT_THAT(text, HasSubstr("sartor::feature::any_tag"));
    EXPECT_THAT(text, HasSubstr("sartor::feature::predefined_datatype<521>"));
    EXPECT_THAT(text, HasSubstr("sartor::feature::predefined_operation<33>"));
    EXPECT_THAT(text, HasSubstr("using machine = sartor::machine::Host;"));
    EXPECT_THAT(text, HasSubstr("#include \"mpi_api/collective/allreduce.hpp\"\n#include "
                                "\"mpi_api/point_to_point/immediate.hpp\"\n"));
    EXPECT_THAT(text, HasSubstr("#include \"mpi_api/rows/MPI_Isend.hpp\"\n"));
    EXPECT_THAT(text, HasSubstr("SARTOR_FUNCTION(MPI_Isend)\n"));
    EXPECT_THAT(text, Not(HasSubstr("extern"))) << "what the functions do is no text of a cut";
    EXPECT_THAT(text, Not(HasSubstr("any_source")));
}

TEST(CutSource, CommonHeadersHoldThoseOfACut) {
    const std::string text = source_for({"MPI_Isend", "MPI_Allreduce"}, {"MPI_INT", "MPI_SUM"});
    const std::string common = common_headers(mpi());
    for (std::size_t at = text.find("#include"); at != std::string::npos;
         at = text.find("#include", at + 1)) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        EXPECT_TRUE(common.find(line) != std::string::npos || line.ends_with(".inc\"") ||
                    line.find("mpi_api/rows/") != std::string::npos)
            << line;
    }
}

TEST(CutSource, ManyEntriesShareTheirChecks) {
    EXPECT_THAT(source_for({"MPI_Init", "MPI_Send", "MPI_Finalize"}, {}),
                HasSubstr("has_few_functions = true;"));
    EXPECT_THAT(
        source_for({"MPI_Init", "MPI_Send", "MPI_Barrier", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_dup",
                    "MPI_Comm_free", "MPI_Comm_group", "MPI_Group_free", "MPI_Group_size", "MPI_Finalize"},
                   {}),
        HasSubstr("has_few_functions = false;"));
}

TEST(CutSource, SaysWhichFunctionsHaveCountsOfBothSizes) {
    EXPECT_THAT(source_for({"MPI_Send", "MPI_Send_c"}, {}),
                testing::AllOf(HasSubstr("SARTOR_BOTH_SIZES(MPI_Send)\n"),
                               HasSubstr("SARTOR_FUNCTION(MPI_Send)\n"),
                               HasSubstr("SARTOR_FUNCTION(MPI_Send_c)\n")));
    EXPECT_THAT(source_for({"MPI_Send", "MPI_Recv_c"}, {}), Not(HasSubstr("BOTH")));
    EXPECT_THAT(source_for({"MPI_Ialltoallv_c", "MPI_Alltoallv"}, {}),
                HasSubstr("SARTOR_BOTH_SIZES(MPI_Alltoallv)\n"));
}

TEST(CutSource, ProfilingNameAloneNeedsTheFunctionOnce) {
    const std::string text = source_for({"PMPI_Barrier", "MPI_Barrier"}, {});
    EXPECT_EQ(text.find("(MPI_Barrier)"), text.rfind("(MPI_Barrier)"));
}

TEST(CutSource, LibraryThatDefinesTheNameKeepsIt) {
    EXPECT_THAT(source_for({"PMPI_Barrier"}, {}, {{"MPI_Barrier", {"libprofile.so"}}}),
                HasSubstr("SARTOR_PROFILED_FUNCTION(MPI_Barrier)"));
}

TEST(CutSource, EqualNeedsMakeEqualTexts) {
    EXPECT_EQ(source_for({"MPI_Send", "MPI_Recv"}, {"MPI_INT"}),
              source_for({"MPI_Recv", "MPI_Send"}, {"MPI_INT"}));
}

} // namespace
} // namespace sartor::configurator
