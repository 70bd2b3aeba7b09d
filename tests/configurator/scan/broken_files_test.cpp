// Files that are empty, cut off, made for another processor or damaged anywhere: an error that names file and
// position, no crash.
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "tests/configurator/support.hpp"

#include <elf.h>
#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;

class BrokenFiles : public testing::Test {
  protected:
    TemporaryFolder folder;
    std::string object =
        compile(folder, "unit",
                "int value = 3; int MPI_Barrier(void*); int f(void) { return MPI_Barrier(0) + value; }");

    std::string scan_error(const std::string& bytes, const std::string& name = "unit.o") {
        return message_of([&] { scan_bytes(as_bytes(bytes), name); });
    }
};

TEST_F(BrokenFiles, EmptyFileIsNamed) {
    EXPECT_EQ(scan_error(""), "unit.o: the file is empty");
}

TEST_F(BrokenFiles, TextIsNoElfFile) {
    EXPECT_EQ(scan_error("hello, world"), "unit.o: offset 0: not an ELF file");
}

TEST_F(BrokenFiles, EveryTruncationIsAnError) {
    const std::string whole = read_text(object);
    EXPECT_EQ(scan_error(whole), "");
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THAT(scan_error(whole.substr(0, size)), HasSubstr("unit.o: ")) << "after " << size << " bytes";
}

TEST_F(BrokenFiles, AnotherProcessorIsSaid) {
    std::string bytes = read_text(object);
    bytes[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_RISCV);
    EXPECT_THAT(scan_error(bytes), HasSubstr("unit.o: header: made for RISC-V"));
}

TEST_F(BrokenFiles, ThirtyTwoBitsAreSaid) {
    std::string bytes = read_text(object);
    bytes[EI_CLASS] = ELFCLASS32;
    EXPECT_THAT(scan_error(bytes), HasSubstr("not a 64-bit file"));
}

// Each byte in turn is damaged: the scan may succeed or fail, but only with an Error that names the file.
TEST_F(BrokenFiles, DamageAnywhereIsSurvived) {
    const std::string whole = read_text(object);
    for (std::size_t index = 0; index < whole.size(); ++index)
        for (const char damage : {'\0', '\xff', '\x7f'}) {
            std::string bytes = whole;
            bytes[index] = damage;
            const std::string message = scan_error(bytes);
            EXPECT_TRUE(message.empty() || message.starts_with("unit.o: "))
                << "at " << index << ": " << message;
        }
}

TEST_F(BrokenFiles, TruncatedArchiveNamesThePlace) {
    const std::string archive = run_tool(folder, "lib.a", {"ar", "rc", "OUTPUT", object});
    const std::string whole = read_text(archive);
    EXPECT_EQ(scan_error(whole, "lib.a"), "");
    for (std::size_t size = 9; size < whole.size() - 1; ++size)
        EXPECT_THAT(scan_error(whole.substr(0, size), "lib.a"), HasSubstr("lib.a"))
            << "after " << size << " bytes";
    EXPECT_THAT(scan_error(whole.substr(0, whole.size() - 40), "lib.a"),
                HasSubstr("the archive is truncated"));
}

TEST_F(BrokenFiles, BrokenMemberIsNamed) {
    const std::string text = (folder / "text.o").string();
    write_file(text, std::string_view("not an object"));
    const std::string archive = run_tool(folder, "lib.a", {"ar", "rcS", "OUTPUT", object, text});
    EXPECT_THAT(scan_error(read_text(archive), "lib.a"),
                HasSubstr("lib.a(text.o): offset 0: not an object file"));
}

TEST_F(BrokenFiles, BrokenFactsOfAProgramAreSaid) {
    const std::string facts = (folder / "facts").string();
    write_file(facts, std::string_view("{\"name\": 3}"));
    const std::string program = run_tool(
        folder, "program.o", {"objcopy", "--add-section", ".sartor.facts=" + facts, object, "OUTPUT"});
    EXPECT_THAT(scan_error(read_text(program)), HasSubstr(".sartor.facts"));
}

} // namespace
} // namespace sartor::configurator
