// Notes survive being written, read and joined by a linker.
#include "configurator/elf/edit.hpp"
#include "configurator/scan/note.hpp"
#include "configurator/scan/scan.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string with_note(const TemporaryFolder& folder, const std::string& name,
                      const std::set<std::string>& constants) {
    const std::string object = compile(folder, name, "int " + name + "_value = 1;");
    write_file(object, with_sections(MappedFile(object).bytes(), object,
                                     {{std::string(note_section), encode_note({constants, ""}), true}}));
    return object;
}

std::vector<std::string> constants_of(const Facts& facts) {
    std::vector<std::string> names;
    for (const auto& [name, units] : facts.constants) names.push_back(name);
    return names;
}

TEST(Note, RoundTrip) {
    const TemporaryFolder folder;
    for (const std::set<std::string>& names :
         {std::set<std::string>{}, {"MPI_INT"}, {"MPI_ANY_TAG", "MPI_BYTE", "MPI_SUM"}}) {
        const Facts facts = scan_file(with_note(folder, "unit", names));
        EXPECT_EQ(constants_of(facts), std::vector<std::string>(names.begin(), names.end()));
        EXPECT_THAT(facts.without_note, IsEmpty());
    }
}

TEST(Note, HasTheLevelOfOptimization) {
    const TemporaryFolder folder;
    const auto levels_of = [&](const std::string& name, const std::string& level) {
        const std::string object = compile(folder, name, "int " + name + "_value = 1;");
        write_file(object,
                   with_sections(MappedFile(object).bytes(), object,
                                 {{std::string(note_section), encode_note({{"MPI_INT"}, level}), true}}));
        return object;
    };
    const Facts quick = scan_file(levels_of("quick", "-O0"));
    EXPECT_THAT(constants_of(quick), ElementsAre("MPI_INT"));
    EXPECT_TRUE(quick.is_not_optimized());
    EXPECT_TRUE(scan_file(levels_of("debugged", "-Og")).is_not_optimized());
    EXPECT_FALSE(scan_file(levels_of("small", "-Os")).is_not_optimized());
    EXPECT_FALSE(scan_file(compile(folder, "unknown", "int unknown_value = 1;")).is_not_optimized());
    Facts both = quick;
    merge(both, scan_file(levels_of("fast", "-O3")));
    EXPECT_FALSE(both.is_not_optimized());
}

TEST(Note, ObjectWithoutNoteIsNamed) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "plain", "int value = 1;");
    EXPECT_THAT(scan_file(object).without_note, ElementsAre(object));
}

TEST(Note, JoinedObjectsHaveTheNotesOfAll) {
    const TemporaryFolder folder;
    const std::string first = with_note(folder, "first", {"MPI_INT"});
    const std::string second = with_note(folder, "second", {"MPI_SUM"});
    const std::string joined = run_tool(folder, "joined.o", {"ld", "-r", "-o", "OUTPUT", first, second});
    EXPECT_THAT(constants_of(scan_file(joined)), ElementsAre("MPI_INT", "MPI_SUM"));
    EXPECT_THAT(scan_file(joined).without_note, IsEmpty());
}

TEST(Note, OneUnitWithoutNoteSpoilsTheJoinedObject) {
    const TemporaryFolder folder;
    const std::string plain = compile(folder, "plain", "int plain_value = 1;");
    const std::string joined = run_tool(
        folder, "joined.o", {"ld", "-r", "-o", "OUTPUT", with_note(folder, "first", {"MPI_INT"}), plain});
    EXPECT_THAT(scan_file(joined).without_note, ElementsAre(joined));
}

TEST(Note, BrokenNoteIsAnError) {
    const TemporaryFolder folder;
    const std::string object = compile(folder, "unit", "int value = 1;");
    std::string note = encode_note({{"MPI_INT"}, ""});
    note.pop_back();
    note.resize(14);
    const auto changed =
        with_sections(MappedFile(object).bytes(), object, {{std::string(note_section), note, true}});
    EXPECT_THAT(message_of([&] { scan_bytes(changed, "unit.o"); }),
                testing::HasSubstr("the note at offset 0x0 is incomplete"));
}

} // namespace
} // namespace sartor::configurator
