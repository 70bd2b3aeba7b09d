// Facts of small objects, archives and libraries.
#include "configurator/scan/scan.hpp"
#include "tests/configurator/support.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::UnorderedElementsAre;

std::vector<std::string> global_names(const Facts& facts) {
    std::vector<std::string> names;
    for (const Global& global : facts.globals) names.push_back(global.name);
    return names;
}

TEST(Scan, NamesOfMpiFunctions) {
    for (const char* name :
         {"MPI_Send", "PMPI_Send", "MPI_Send_c", "MPI_T_init_thread", "MPIX_Comm_shrink", "MPIX_Op_create_x"})
        EXPECT_TRUE(is_mpi_function(name)) << name;
    for (const char* name : {"MPI_", "MPI_INT", "MPI_SEND", "MPIX_Send", "MPI_COMM_DUP_FN", "send", ""})
        EXPECT_FALSE(is_mpi_function(name)) << name;
}

TEST(Scan, FunctionsAndGlobals) {
    const TemporaryFolder folder;
    const Facts facts = scan_file(compile(folder, "unit", R"(
        extern int MPI_Send(); extern int pthread_create();
        int zeroed; static int set = 3; const int fixed = 4; __thread int own; char *const pointer = (char*)&zeroed;
        int MPI_Barrier(void* comm) { static long inner; return MPI_Send() + pthread_create() + set++ + own + inner++ + pointer[0]; })"));
    EXPECT_EQ(facts.kind, "object");
    EXPECT_THAT(facts.functions, ElementsAre(Key("MPI_Send")));
    EXPECT_THAT(facts.defined, ElementsAre(Key("MPI_Barrier")));
    EXPECT_THAT(facts.threads, ElementsAre(Key("pthread_create")));
    EXPECT_THAT(global_names(facts), UnorderedElementsAre("zeroed", "set", "own", HasSubstr("inner")));
    EXPECT_THAT(facts.not_independent, IsEmpty());
    EXPECT_GT(facts.writable_bytes, 0u);
}

// An instruction with the address of stdout, and the relocations of code for a fixed address. Arm's is
// relative to the page of the instruction.
struct Tied {
    const char* instruction;
    const char* absolute;
    const char* to_thread;
    const char* relative;
};
#ifdef __x86_64__
constexpr Tied tied{"lea stdout(%rip), %rax", "R_X86_64_32", "R_X86_64_TPOFF32 against own at .text+0x",
                    "R_X86_64_PC32 against stdout"};
#else
constexpr Tied tied{"adrp x0, stdout", "R_AARCH64_ADR_PREL_PG_HI21 against stdout",
                    "R_AARCH64_TLSLE against own at .text+0x", "R_AARCH64_ADR_PREL_PG_HI21 against stdout"};
#endif

TEST(Scan, CodeThatIsTiedToAnAddress) {
    const TemporaryFolder folder;
    const std::string source = "extern int printf(); extern void* stdout; int table[9]; __thread int own;"
                               "int f(int i) { own++; return table[i]; }";
    const std::string direct = fmt::format("void g(void) {{ __asm__(\"{}\"); }}", tied.instruction);
    const Facts absolute = scan_file(compile(folder, "absolute", source + direct, {"-fno-pic", "-fno-pie"}));
    EXPECT_THAT(absolute.not_independent, Contains(HasSubstr(tied.absolute)));
    const Facts executable = scan_file(compile(folder, "executable", source + direct, {"-fPIE"}));
    EXPECT_THAT(executable.not_independent, Contains(HasSubstr(tied.to_thread)));
    EXPECT_THAT(executable.not_independent, Contains(HasSubstr(tied.relative)));
    EXPECT_THAT(executable.thread_local_models, Contains(Key("local exec")));
    EXPECT_THAT(scan_file(compile(folder, "independent", source)).not_independent, IsEmpty());
}

TEST(Scan, ThreadLocalModels) {
    const TemporaryFolder folder;
    const std::string source = "__thread int own; int* f(void) { return &own; }";
    EXPECT_THAT(scan_file(compile(folder, "dynamic", source)).thread_local_models,
                ElementsAre(Key("general dynamic")));
    const std::string object = compile(folder, "initial", source, {"-fPIC", "-ftls-model=initial-exec"});
    EXPECT_THAT(scan_file(object).thread_local_models, ElementsAre(Key("initial exec")));
    const std::string library =
        run_tool(folder, "lib.so", {TEST_COMPILER, "-shared", "-o", "OUTPUT", object});
    EXPECT_THAT(scan_file(library).thread_local_models, ElementsAre(Key("initial exec")));
}

TEST(Scan, EmptySharedObjectHasNoWritableData) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "pure", "int f(int x) { return x + 1; }");
    EXPECT_EQ(scan_file(run_tool(folder, "pure.so", {TEST_COMPILER, "-shared", "-o", "OUTPUT", object}))
                  .writable_bytes,
              0u);
    const std::string writer = compile(folder, "writer", "static char flag; char f(void) { return flag++; }");
    EXPECT_GT(scan_file(run_tool(folder, "writer.so", {TEST_COMPILER, "-shared", "-o", "OUTPUT", writer}))
                  .writable_bytes,
              0u);
}

TEST(Scan, ArchivesAreTheSumOfTheirMembers) {
    const TemporaryFolder folder;
    const std::string first = compile(folder, "a_member_with_quite_a_long_name",
                                      "extern int MPI_Send(); int f(void) { return MPI_Send(); }");
    const std::string second =
        compile(folder, "second", "extern int MPI_Recv(); int g(void) { return MPI_Recv(); }");
    for (const char* options : {"rc", "rcT"}) {
        std::filesystem::remove(folder / "lib.a");
        const Facts facts = scan_file(run_tool(folder, "lib.a", {"ar", options, "OUTPUT", first, second}));
        EXPECT_EQ(facts.kind, "archive");
        EXPECT_THAT(facts.functions, ElementsAre(Key("MPI_Recv"), Key("MPI_Send")));
        EXPECT_THAT(*facts.functions.at("MPI_Send").begin(), HasSubstr("a_member_with_quite_a_long_name.o)"));
    }
}

TEST(Scan, FactsSurviveJson) {
    const TemporaryFolder folder;
    const Facts facts = scan_file(
        compile(folder, "unit", "int value; extern int MPI_Send(); int f(void) { return MPI_Send(); }"));
    const Facts again = nlohmann::json::parse(nlohmann::json(facts).dump()).get<Facts>();
    EXPECT_EQ(again.functions, facts.functions);
    EXPECT_EQ(again.without_note, facts.without_note);
    EXPECT_EQ(global_names(again), global_names(facts));
}

} // namespace
} // namespace sartor::configurator
