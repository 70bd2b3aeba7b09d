// The files of experiments: those that come with Sartor, and what is wrong in others.
#include "configurator/experiment/description.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using ::testing::HasSubstr;

constexpr const char* small_description =
    R"({"paper": "P", "where": "table 1", "about": "a", "machine": "host",
"programs": [{"name": "p", "source": "p.c"}],
"runs": [{"each": [{"n": 1}, {"n": 4}], "name": "with_{n}", "program": "p", "ranks": "{n}",
          "arguments": ["-n", "{n}", "x{n}"], "quick": {"arguments": [2]},
          "output": {"columns": ["bytes", "us"], "key": "bytes"}}],
"tables": [{"title": "t", "rows": [
  {"each": [{"n": 1, "p": 2.5}, {"n": 4, "p": 3}],
   "what": "{n} ranks", "published": "{p}", "value": "with_{n}.us[8]", "limit": 5, "how": "measured"},
  {"what": "four are slower", "holds": "with_1.us[8] < with_4.us[8]", "shows": "${with_1.us[8]}"}]}]})";

class Descriptions : public ::testing::Test {
  protected:
    Experiment read(const std::string& text, bool quick = false) {
        write_file(path_, text);
        return read_experiment(path_, quick);
    }
    /// What is said about the small one with a text in it replaced.
    std::string error_of(const std::string& text, const std::string& by) {
        std::string changed = small_description;
        changed.replace(changed.find(text), text.size(), by);
        try {
            read(changed);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    std::string path_ = ::testing::TempDir() + "experiment.json";
};

TEST_F(Descriptions, StandForSeveralRunsAndRows) {
    const Experiment one = read(small_description);
    EXPECT_EQ(one.name, "experiment");
    ASSERT_EQ(one.runs.size(), 2U);
    EXPECT_EQ(one.runs[1].name, "with_4");
    EXPECT_EQ(one.runs[1].ranks, 4);
    EXPECT_EQ(one.runs[1].arguments, (std::vector<std::string>{"-n", "4", "x4"}));
    ASSERT_EQ(one.tables.at(0).rows.size(), 3U);
    EXPECT_EQ(one.tables[0].rows[1].published, 3);
    EXPECT_EQ(one.tables[0].rows[1].value, "with_4.us[8]");
    EXPECT_EQ(one.tables[0].rows[2].holds, "with_1.us[8] < with_4.us[8]");
}

TEST_F(Descriptions, CanBeShorter) {
    EXPECT_EQ(read(small_description, true).runs[0].arguments, (std::vector<std::string>{"2"}));
}

TEST_F(Descriptions, NameFileLineAndKeyOfWhatIsWrong) {
    EXPECT_THAT(error_of("\"paper\": \"P\", ", ""), HasSubstr("experiment.json:1: paper: is missing"));
    EXPECT_THAT(error_of("\"ranks\": \"{n}\"", "\"ranks\": 0"),
                HasSubstr(":3: runs.0.ranks: expected a whole number from 1"));
    EXPECT_THAT(error_of("\"quick\"", "\"quik\""), HasSubstr("runs.0.quik: there is no such member"));
    EXPECT_THAT(error_of("with_{n}.us[8]", "with_3.us[8]"),
                HasSubstr(":8: tables.0.rows.0.value: there is no run with_3"));
    EXPECT_THAT(error_of("with_1.us[8] <", "with_1.ms[8] <"),
                HasSubstr("tables.0.rows.1.holds: run with_1 has no column ms"));
    EXPECT_THAT(error_of("\"measured\"", "\"guessed\""), HasSubstr("how: expected one of calibrated"));
    EXPECT_THAT(error_of("\"measured\"", "\"calibrated\""), HasSubstr("constants: calibrated and restated"));
    EXPECT_THAT(error_of("\"measured\"", "\"calibrated\", \"constants\": [\"pe_speed\"]"),
                HasSubstr("no machine has a constant pe_speed"));
    EXPECT_THAT(error_of("\"program\": \"p\"", "\"program\": \"q\""), HasSubstr("has no program q"));
    EXPECT_THAT(error_of("\"key\": \"bytes\"", "\"key\": \"size\""),
                HasSubstr("runs.0.output.key: size is none"));
}

TEST(Experiments, OfSartorAreRead) {
    const std::vector<std::string> paths = experiments_in(TEST_EXPERIMENTS);
    EXPECT_GE(paths.size(), 12U);
    for (const std::string& path : paths)
        for (const bool quick : {false, true}) EXPECT_NO_THROW(read_experiment(path, quick)) << path;
}

} // namespace
} // namespace sartor::configurator
