// What is wrong with a machine's file is said with its file, line and field.
#include "configurator/machines/json_lines.hpp"
#include "configurator/machines/machine_file.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>

namespace sartor::configurator {
namespace {

using testing::HasSubstr;

// A machine that differs from mppa256-andey in what is given.
std::string message_for(const std::string& differences) {
    const TemporaryFolder folder;
    write_file(folder / "base.json", read_text(TEST_MACHINES "/mppa256-andey.json"));
    const std::string path = (folder / "mine.json").string();
    write_file(path, "{\n\"name\": \"mine\",\n\"about\": \"a test\",\n\"extends\": \"base\",\n" +
                         differences + "\n}");
    return message_of([&] { load_manycore(path); });
}

TEST(MachineFile, TakesDifferencesFromAnotherMachine) {
    EXPECT_EQ(message_for(R"("dimensions": [2, 8])"), "");
}

TEST(MachineFile, NamesLineAndField) {
    const auto constant = [](const std::string& name, const std::string& value, const std::string& unit) {
        return "\"constants\": {\n\"" + name + "\": {\"value\": " + value + ",\n\"unit\": \"" + unit +
               "\", \"kind\": \"given\", \"source\": \"none\"}}";
    };
    EXPECT_THAT(
        message_for(constant("clusters", "0", "clusters")),
        HasSubstr("mine.json:6: constants.clusters.value: 0 is out of its range, 1 to 65536 clusters"));
    EXPECT_THAT(message_for(constant("dma_rate", "-4", "bytes/cycle")),
                HasSubstr("mine.json:6: constants.dma_rate.value: -4 is out of its range"));
    EXPECT_THAT(message_for(constant("clock", "\"fast\"", "MHz")),
                HasSubstr("mine.json:6: constants.clock.value: expected a whole number, not \"fast\""));
    EXPECT_THAT(message_for(constant("clock", "400", "GHz")),
                HasSubstr("mine.json:7: constants.clock.unit: expected \"MHz\", not \"GHz\""));
    EXPECT_THAT(message_for(constant("cluster", "4", "clusters")),
                HasSubstr("mine.json:6: constants.cluster: there is no such constant"));
}

TEST(MachineFile, NamesContradictions) {
    EXPECT_THAT(message_for(R"("dimensions": [3, 5])"),
                HasSubstr("mine.json:5: dimensions: 3 x 5 multiply to 15, but there are 16 clusters"));
    EXPECT_THAT(message_for(R"("big_endian": [3, 16])"),
                HasSubstr("mine.json:5: big_endian: there is no cluster 16"));
    EXPECT_THAT(message_for(R"("big_endian": [3, 3])"),
                HasSubstr("mine.json:5: big_endian: names a cluster twice"));
    EXPECT_THAT(message_for(R"("io_at": [0])"),
                HasSubstr("mine.json:5: io_at: places 1 I/O subsystems, but there are 4"));
    const auto constants = [](const std::string& text) { return "\"constants\": {" + text + "}"; };
    const auto constant = [](const std::string& name, const std::string& value, const std::string& unit) {
        return "\n\"" + name + "\": {\"value\": " + value + ", \"unit\": \"" + unit +
               "\", \"kind\": \"assumed\", \"source\": \"none\"}";
    };
    EXPECT_THAT(
        message_for(constants(constant("receive_complete", "141", "cycles"))),
        HasSubstr("mine.json:6: constants.receive_complete: a receive would end 141 cycles after the arrival "
                  "of its data, before the sender's DMA engine has drained (dma_drain: 142)"));
    EXPECT_THAT(message_for(constants(constant("dma_drain", "501", "cycles"))),
                HasSubstr("constants.receive_complete: a receive would end 500 cycles after"))
        << "either of the two may be what the file says";
    EXPECT_THAT(message_for(constants(constant("agreement", "1", "yes: 1, no: 0"))),
                HasSubstr("constants.early_clear: only one of early_clear and agreement can be 1"));
    EXPECT_THAT(
        message_for(constants(constant("lazy_limit", "65537", "bytes"))),
        HasSubstr("mine.json:6: constants.lazy_limit: messages of 65537 bytes do not fit the lazy buffer of "
                  "65536"));
    EXPECT_THAT(
        message_for(constants(constant("stack_bytes", "2097152", "bytes"))),
        HasSubstr("mine.json:6: constants.stack_bytes: the stacks of 1 ranks fill the cluster's memory of "
                  "2097152 bytes"));
    EXPECT_THAT(
        message_for(constants(constant("os_bytes", "2097152", "bytes"))),
        HasSubstr("mine.json:6: constants.os_bytes: the system fills the cluster's memory of 2097152 bytes"));
    EXPECT_THAT(message_for(constants(constant("clock", "1", "MHz") + "," + constant("clock", "2", "MHz"))),
                HasSubstr("mine.json:7: a second member \"clock\""));
    EXPECT_THAT(message_for(R"("network": "star")"), HasSubstr("expected \"torus\" or \"mesh\""));
}

TEST(MachineFile, LinksJoinAllChipsAtNodesOfTheirOwn) {
    const auto message = [](const std::string& differences) {
        const TemporaryFolder folder;
        const std::string path = (folder / "mine.json").string();
        for (const char* name : {"wormhole-n150.json", "wormhole-n300.json"})
            write_file(folder / name, read_text(std::string(TEST_MACHINES "/") + name));
        write_file(path, R"({"name": "mine", "about": "a test", )" + differences + "}");
        return message_of([&] { load_manycore(path); });
    };
    const std::string two = R"("extends": "wormhole-n300", )";
    EXPECT_EQ(message(two + R"("links": [1, 1, 0, 0, 1, 6])"), "");
    EXPECT_EQ(message(two + R"("program_columns": [1, 9])"), "");
    EXPECT_THAT(message(two + R"("program_columns": [5])"),
                HasSubstr("program_columns: 5 is not among core_columns"));
    EXPECT_THAT(message(two + R"("links": [0, 1, 6, 1, 1])"), HasSubstr("links: expected six numbers"));
    EXPECT_THAT(message(two + R"("links": [0, 1, 1, 1, 1, 1])"),
                HasSubstr("links: (1, 1) is a core for programs"));
    EXPECT_THAT(message(two + R"("links": [0, 1, 6, 2, 1, 0])"), HasSubstr("links: there is no chip 2"));
    EXPECT_THAT(message(two + R"("links": [0, 10, 6, 1, 1, 0])"),
                HasSubstr("links: (10, 6) is not on the grid"));
    EXPECT_THAT(message(two + R"("links": [0, 1, 6, 1, 1, 0, 0, 1, 6, 1, 2, 0])"),
                HasSubstr("links: (1, 6) of chip 0 is the end of two links"));
    EXPECT_THAT(message(two + R"("chips": [3])"), HasSubstr("links: they do not join all chips"));
    EXPECT_THAT(message(two + R"("chips": [0])"), HasSubstr("chips: expected 1 to 64 chips"));
    EXPECT_THAT(message(two + R"("chips": [8, 9])"), HasSubstr("chips: expected 1 to 64 chips"));
    EXPECT_THAT(message(R"("extends": "wormhole-n150", "links": [0, 1, 6, 1, 1, 0])"),
                HasSubstr("links: there is one chip only"));
    EXPECT_THAT(message(R"("extends": "wormhole-n150", "chips": [2], "links": [0, 1, 6, 1, 1, 0])"),
                HasSubstr("constants.link_rate: is missing"));
}

TEST(MachineFile, NamesWhatIsNoMachineFile) {
    const TemporaryFolder folder;
    const std::string path = (folder / "m.json").string();
    write_file(path, "{\n\"name\": \"m\",\n\"about\": }");
    EXPECT_THAT(message_of([&] { load_manycore(path); }), HasSubstr("m.json:3: not valid JSON"));
    write_file(path, "{\"name\": \"m\", \"about\": \"\", \"extends\": \"m\"}");
    EXPECT_THAT(message_of([&] { load_manycore(path); }), HasSubstr("extend each other in a cycle"));
    write_file(path, "{\"name\": \"m\", \"about\": \"\", \"network\": \"mesh\", \"dimensions\": [2]}");
    EXPECT_THAT(message_of([&] { load_manycore(path); }), HasSubstr("constants.clock: is missing"));
}

TEST(JsonLines, FindsMembersOfMembers) {
    const std::string text = "{\"a\": [1, {\"b\": 2}],\n \"c\": {\"d\": \"}\\\"\",\n \"b\": {}}}";
    EXPECT_EQ(line_of(text, {"a"}), 1);
    EXPECT_EQ(line_of(text, {"c"}), 2);
    EXPECT_EQ(line_of(text, {"c", "b"}), 3);
    EXPECT_EQ(line_of(text, {"c", "e"}), 2);
    EXPECT_EQ(line_of(text, {"e"}), 1);
    const std::string list = "{\"a\": [\n1,\n{\"b\": [2, 3]},\n{\"b\":\n4}]}";
    EXPECT_EQ(line_of(list, {"a", "0"}), 2);
    EXPECT_EQ(line_of(list, {"a", "1", "b", "1"}), 3);
    EXPECT_EQ(line_of(list, {"a", "2", "b"}), 4);
    EXPECT_EQ(line_of(list, {"a", "3"}), 1);
}

} // namespace
} // namespace sartor::configurator
