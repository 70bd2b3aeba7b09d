// Sizes of layers out of a linker's map.
#include "configurator/link/sizes.hpp"
#include "tests/configurator/support.hpp"

namespace sartor::configurator {
namespace {

TEST(Sizes, NamespacesAreLayers) {
    EXPECT_EQ(layer_of("_ZN6sartor3mpi4sendEv"), "api");
    EXPECT_EQ(layer_of("_ZN6sartor10topologies4TreeC1Ev"), "collective");
    EXPECT_EQ(layer_of("_ZZN6sartor12communicator5matchEvE5table"), "communicator");
    EXPECT_EQ(layer_of("_ZN6sartor7channel4HostIiE4pushEv"), "channel");
    EXPECT_EQ(layer_of("MPI_Send"), "api");
    EXPECT_EQ(layer_of("_ZN6sartor99"), "api");
    EXPECT_EQ(layer_of(""), "api");
}

// The cut's sections as GNU ld's map lists them: 0x11 + 0x30 bytes survive, 0x40 were thrown away, .bss is no
// text. 0x20 come out of the common library.
TEST(Sizes, OnlyWhatSurvivesTheLinkCounts) {
    const TemporaryFolder folder;
    const std::string cut = compile(folder, "cut", R"(
        __attribute__((section(".text._ZN6sartor3mpi4sendEv"))) int a(void) { return 1; }
        __attribute__((section(".text._ZN6sartor7channel4pushEv"))) int b(void) { return 2; }
        int zeroed;)");
    const std::string map =
        "Discarded input sections\n\n"
        " .text._ZN6sartor3mpi4sendEv\n                0x0000000000000000       0x40 cut.o\n\n"
        "Linker script and memory map\n\n"
        " .text._ZN6sartor3mpi4sendEv\n"
        "                0x0000000000001140       0x11 cut.o\n"
        " .text._ZN6sartor7channel4pushEv\n"
        "                0x0000000000001151       0x30 cut.o\n"
        " .text          0x0000000000001181       0x99 other.o\n"
        " .bss           0x0000000000004000        0x4 cut.o\n"
        " .comment       0x0000000000000000       0x28 cut.o\n"
        " .text._ZN6sartor6layout4copyEv\n"
        "                0x0000000000001181       0x20 /lib/libsartor_common.a(copy.cpp.o)\n"
        " .text          0x0000000000001181       0x99 /lib/libsartor_process.a(run.cpp.o)\n"
        " .comment       0x0000000000000000       0x28 /lib/libsartor_common.a(copy.cpp.o)\n";
    const MappedFile object(cut);
    const std::string program = run_tool(folder, "program", {TEST_COMPILER, "-shared", "-o", "OUTPUT", cut});
    const MappedFile executable(program);
    const Sizes sizes = measure(map, object.bytes(), "cut.o", executable.bytes());
    EXPECT_EQ(sizes.layers.at("api"), 0x11u);
    EXPECT_EQ(sizes.layers.at("channel"), 0x30u);
    EXPECT_EQ(sizes.layers.at("datatype"), 0x20u);
    EXPECT_EQ(sizes.mpi, 0x61u);
    EXPECT_EQ(sizes.zeroed, 4u);
}

} // namespace
} // namespace sartor::configurator
