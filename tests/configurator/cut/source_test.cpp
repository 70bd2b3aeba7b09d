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
    EXPECT_THAT(
        text,
        HasSubstr("extern \"C\" int PMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, "
                  "int tag, MPI_Comm comm, MPI_Request* request) {\n"
                  "    CallInPlace call{\"MPI_Isend\"};\n"));
    EXPECT_THAT(
        text, HasSubstr("return sartor::mpi::isend(call, buf, count, datatype, dest, tag, comm, request);"));
    EXPECT_THAT(text, HasSubstr("extern \"C\" __attribute__((weak, alias(\"PMPI_Isend\"))) int MPI_Isend("));
    EXPECT_THAT(text, Not(HasSubstr("any_source")));
}

TEST(CutSource, CommonHeadersHoldThoseOfACut) {
    const std::string text = source_for({"MPI_Isend", "MPI_Allreduce"}, {"MPI_INT", "MPI_SUM"});
    const std::string common = common_headers(mpi());
    for (std::size_t at = text.find("#include"); at != std::string::npos;
         at = text.find("#include", at + 1)) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        EXPECT_TRUE(common.find(line) != std::string::npos || line.ends_with(".inc\"")) << line;
    }
}

TEST(CutSource, ManyEntriesShareTheirChecks) {
    EXPECT_THAT(source_for({"MPI_Init", "MPI_Send", "MPI_Finalize"}, {}),
                HasSubstr("using SharedCall = sartor::mpi::Call<Program>;"));
    const std::string text =
        source_for({"MPI_Init", "MPI_Send", "MPI_Barrier", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_dup",
                    "MPI_Comm_free", "MPI_Comm_group", "MPI_Group_free", "MPI_Group_size", "MPI_Finalize"},
                   {});
    EXPECT_THAT(text, HasSubstr("using SharedCall = sartor::mpi::OutlinedCall<Program>;"));
    EXPECT_THAT(text, HasSubstr("    SharedCall call{\"MPI_Comm_size\"};\n"));
    EXPECT_THAT(text, HasSubstr("    CallInPlace call{\"MPI_Send\"};\n"));
    EXPECT_THAT(text, HasSubstr("    CallInPlace call{\"MPI_Barrier\"};\n"));
}

TEST(CutSource, LargeCountsCallTheSameImplementation) {
    const std::string text = source_for({"MPI_Send_c"}, {});
    EXPECT_THAT(text, HasSubstr("int PMPI_Send_c(const void* buf, MPI_Count count,"));
    EXPECT_THAT(text, HasSubstr("call{\"MPI_Send_c\"}"));
    EXPECT_THAT(text, HasSubstr("return sartor::mpi::send(call, buf, count,"));
}

// How often `part` stands in a text.
int times(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Twins, ShareOneBodyWithLargeCounts) {
    const std::string text = source_for({"MPI_Send", "MPI_Send_c"}, {});
    EXPECT_THAT(text, HasSubstr("static int both_Send(CallInPlace& call, const void* buf, "
                                "MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)"));
    EXPECT_EQ(times(text, "return both_Send(call, buf, count, datatype, dest, tag, comm);"), 2);
    EXPECT_EQ(times(text, "sartor::mpi::send("), 1);
    EXPECT_EQ(times(text, "call.count("), 1) << "the body checks for both";
    EXPECT_THAT(text, HasSubstr("call{\"MPI_Send\"}")) << "each speaks under its own name";
    EXPECT_THAT(text, HasSubstr("call{\"MPI_Send_c\"}"));
}

TEST(Twins, AloneHaveBodiesOfTheirOwn) {
    EXPECT_THAT(source_for({"MPI_Send", "MPI_Recv_c"}, {}), Not(HasSubstr("both_")));
}

// A datatype remembers which counts it was made with; results and arrays of counts are of either type.
TEST(Twins, DoNotShareWhatDependsOnTheTypeOfCounts) {
    for (const std::string name :
         {"MPI_Type_contiguous", "MPI_Get_count", "MPI_Type_get_extent", "MPI_Gatherv", "MPI_Ibcast"}) {
        const std::string text = source_for({name.c_str(), (name + "_c").c_str()}, {});
        EXPECT_THAT(text, Not(HasSubstr("both_"))) << name;
        EXPECT_THAT(text, HasSubstr("call{\"" + name + "\"}"));
        EXPECT_THAT(text, HasSubstr("call{\"" + name + "_c\"}"));
    }
}

TEST(CutSource, ProfilingNameAloneNeedsTheFunctionOnce) {
    const std::string text = source_for({"PMPI_Barrier", "MPI_Barrier"}, {});
    EXPECT_EQ(text.find("int PMPI_Barrier"), text.rfind("int PMPI_Barrier"));
}

TEST(CutSource, LibraryThatDefinesTheNameKeepsIt) {
    const std::string text = source_for({"PMPI_Barrier"}, {}, {{"MPI_Barrier", {"libprofile.so"}}});
    EXPECT_THAT(text, HasSubstr("int PMPI_Barrier(MPI_Comm comm)"));
    EXPECT_THAT(text, Not(HasSubstr("alias")));
}

TEST(CutSource, TimeIsReturnedWithoutChecks) {
    EXPECT_THAT(source_for({"MPI_Wtime"}, {}), HasSubstr("extern \"C\" double PMPI_Wtime(void) {\n"
                                                         "    CallInPlace call{\"MPI_Wtime\"};\n"
                                                         "    return sartor::mpi::wtime(call);\n}\n"));
}

TEST(CutSource, EqualNeedsMakeEqualTexts) {
    EXPECT_EQ(source_for({"MPI_Send", "MPI_Recv"}, {"MPI_INT"}),
              source_for({"MPI_Recv", "MPI_Send"}, {"MPI_INT"}));
}

} // namespace
} // namespace sartor::configurator
