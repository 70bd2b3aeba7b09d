// What linkers print: lists of files, undefined symbols.
#include "configurator/link/trace.hpp"
#include "configurator/link/undefined.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;

bool is_mpi(std::string_view symbol) {
    return symbol.starts_with("MPI_");
}

TEST(UndefinedSymbols, GnuLinker) {
    const LinkerMessages sorted =
        sort_messages("/usr/bin/ld: a.o: in function `main':\n"
                      "a.c:(.text+0x5e): warning: undefined reference to `MPI_Send'\n"
                      "/usr/bin/ld: a.c:(.text+0x65): warning: undefined reference to `nowhere'\n"
                      "ld: warning: something else\n",
                      is_mpi);
    EXPECT_TRUE(sorted.undefined);
    EXPECT_EQ(sorted.kept, "/usr/bin/ld: a.o: in function `main':\n"
                           "/usr/bin/ld: a.c:(.text+0x65): undefined reference to `nowhere'\n"
                           "ld: warning: something else\n");
    EXPECT_EQ(sorted.callers.at("MPI_Send"), "a.c:(.text+0x5e)");
}

TEST(UndefinedSymbols, OnlyOnesThatAreProvidedLeaveNothing) {
    const LinkerMessages sorted =
        sort_messages("/usr/bin/ld: a.o: in function `main':\n"
                      "a.c:(.text+0x5e): warning: undefined reference to `MPI_Send'\n",
                      is_mpi);
    EXPECT_FALSE(sorted.undefined);
    EXPECT_EQ(sorted.kept, "");
}

TEST(UndefinedSymbols, Gold) {
    const LinkerMessages sorted =
        sort_messages("a.o:a.c:function main: warning: undefined reference to 'MPI_Send'\n"
                      "a.o:a.c:function main: warning: undefined reference to 'nowhere(int)'\n",
                      is_mpi);
    EXPECT_EQ(sorted.kept, "a.o:a.c:function main: undefined reference to 'nowhere(int)'\n");
}

TEST(UndefinedSymbols, LinkersWithDetailsBelow) {
    const LinkerMessages sorted = sort_messages(
        "ld.lld: warning: undefined symbol: MPI_Send\n>>> referenced by a.c\n>>>   a.o:(main)\n\n"
        "ld.lld: warning: undefined symbol: nowhere\n>>> referenced by a.c\n>>>   a.o:(main)\n",
        is_mpi);
    EXPECT_EQ(sorted.kept,
              "ld.lld: error: undefined symbol: nowhere\n>>> referenced by a.c\n>>>   a.o:(main)\n");
    EXPECT_EQ(sorted.callers.at("MPI_Send"), "a.c");
}

TEST(Trace, AllLinkersForms) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "unit", "int f(void) { return 1; }");
    const std::string archive = run_tool(folder, "lib.a", {"ar", "rc", "OUTPUT", object});
    const std::string library =
        run_tool(folder, "lib.so", {TEST_COMPILER, "-shared", "-o", "OUTPUT", object});
    write_file(folder / "libc.so", std::string_view("GROUP ( libc.so.6 )"));
    const UsedFiles used =
        parse_trace(object + "\ntrace: " + object + "\n" + archive + "\n(" + archive + ")unit.o\n" + archive +
                    "(other.o)\ntrace: " + archive + "(third.o)\n" + library + "\n" +
                    (folder / "libc.so").string() + "\n/tmp/gone.ltrans0.ltrans.o\n");
    EXPECT_THAT(used.objects, ElementsAre(object));
    EXPECT_THAT(used.members.at(archive), ElementsAre("other.o", "third.o", "unit.o"));
    EXPECT_THAT(used.shared_libraries, ElementsAre(library));
    EXPECT_TRUE(used.link_time_optimized);
}

} // namespace
} // namespace sartor::configurator
