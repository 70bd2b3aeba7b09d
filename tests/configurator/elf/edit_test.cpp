// Objects that we write or change are taken by other tools.
#include "configurator/elf/edit.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/elf/object_writer.hpp"
#include "tests/configurator/support.hpp"

namespace sartor::configurator {
namespace {

TEST(ElfEdit, AddedSectionsHoldTheirBytesAndTheObjectStillLinks) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "main", "int main(void) { return 7; }");
    const auto changed = with_sections(MappedFile(object).bytes(), object,
                                       {{".one", "first", false}, {".two", "second", true}});
    const ElfFile file(changed, "changed");
    EXPECT_EQ(as_text(file.contents(*file.find(".one"))), "first");
    EXPECT_EQ(as_text(file.contents(*file.find(".two"))), "second");
    EXPECT_FALSE(file.find(".one")->allocated());
    write_file(object, changed);
    const std::string program = run_tool(folder, "program", {TEST_COMPILER, "-o", "OUTPUT", object});
    EXPECT_EQ(run({program}).exit_code, 7);
    EXPECT_EQ(run({"strip", object}).exit_code, 0);
}

TEST(ElfEdit, UnallocatedSectionsAreNotLoaded) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "graph",
                                       "__attribute__((section(\".graph\"), used)) static const char text[] "
                                       "= \"tree\"; int main(void) { return 0; }");
    std::string bytes = read_text(object);
    make_unallocated(std::as_writable_bytes(std::span(bytes.data(), bytes.size())), object, ".graph");
    make_unallocated(std::as_writable_bytes(std::span(bytes.data(), bytes.size())), object, ".none");
    write_file(object, std::string_view(bytes));
    const std::string program =
        run_tool(folder, "program", {TEST_COMPILER, "-Wl,--gc-sections", "-o", "OUTPUT", object});
    const MappedFile linked(program);
    const ElfFile file(linked.bytes(), program);
    ASSERT_NE(file.find(".graph"), nullptr);
    EXPECT_FALSE(file.find(".graph")->allocated());
    EXPECT_TRUE(as_text(file.contents(*file.find(".graph"))).starts_with("tree"));
}

TEST(ObjectWriter, SymbolsPointAtTheBytes) {
    const TemporaryFolder folder;
    const std::string data = "twelve bytes";
    const auto object =
        make_object({{".data_here", as_bytes(data), 64, true}, {".note_here", as_bytes("kept"), 1, false}},
                    {{"begin", 0, 0, data.size()}, {"end", 0, data.size(), 0}});
    write_file(folder / "data.o", object);
    const std::string main =
        compile(folder, "main",
                "extern const char begin[], end[]; int main(void) {"
                "return end - begin == 12 && begin[7] == 'b' && (unsigned long)begin % 64 == 0 ? 0 : 1; }");
    const std::string program =
        run_tool(folder, "program",
                 {TEST_COMPILER, "-Wl,--gc-sections", "-o", "OUTPUT", main, (folder / "data.o").string()});
    EXPECT_EQ(run({program}).exit_code, 0);
    const MappedFile linked(program);
    EXPECT_NE(ElfFile(linked.bytes(), program).find(".note_here"), nullptr);
}

} // namespace
} // namespace sartor::configurator
