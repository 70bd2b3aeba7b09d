// What a report keeps of a trace: sums by hand.
#include "configurator/report/parts.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/traces/reader.hpp"
#include "tests/configurator/support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using ::testing::HasSubstr;

// Rank 1 receives from 0 us to 80 us, 60 us of it waiting for rank 0, which sends 64 bytes at 60 us.
constexpr const char* small_trace = R"({"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"ranks"}},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"rank 1"}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"rank 0"}},
{"ph":"X","cat":"wait","name":"late sender","pid":1,"tid":2,"ts":0,"dur":60,"args":{"rank":0}},
{"ph":"s","cat":"m","name":"message","id":1,"pid":1,"tid":1,"ts":60,"args":{"bytes":64}},
{"ph":"X","cat":"call","name":"MPI_Send","pid":1,"tid":1,"ts":60,"dur":10,"args":{"where":"main+0x10","bytes":64}},
{"bp":"e","ph":"f","cat":"m","name":"message","id":1,"pid":1,"tid":2,"ts":75},
{"ph":"X","cat":"call","name":"MPI_Recv","pid":1,"tid":2,"ts":0,"dur":80,"args":{"where":"main+0x20","bytes":64}},
{"ph":"C","name":"messages under way","pid":1,"ts":60,"args":{"messages":1}},
{"ph":"C","name":"messages under way","pid":1,"ts":75,"args":{"messages":0}}
],"otherData":{"time":"wall clock","events_left_out":0,"complete":true}})";

class Traces : public ::testing::Test {
  protected:
    TraceSummary read(const std::string& text, std::size_t most = 1000) {
        write_file(path_, text);
        return summarize_trace(path_, most);
    }
    std::string path_ = ::testing::TempDir() + "trace.json";
};

TEST_F(Traces, AreSummedUp) {
    const TraceSummary trace = read(small_trace);
    EXPECT_TRUE(is_trace(path_));
    EXPECT_EQ(trace.end, 80);
    ASSERT_EQ(trace.ranks.size(), 2U);
    EXPECT_EQ(trace.ranks[1].rank, 1);
    EXPECT_EQ(trace.ranks[1].waiting, 60);
    EXPECT_EQ(trace.ranks[0].others_waited, 60);
    ASSERT_EQ(trace.sites.size(), 2U);
    EXPECT_EQ(trace.sites[0].where, "main+0x20");
    EXPECT_EQ(trace.sites[0].waiting, 60) << "it belongs to the call around it";
    ASSERT_EQ(trace.messages.size(), 1U);
    EXPECT_EQ(trace.messages.at({0, 1}).bytes, 64);
    EXPECT_EQ(trace.matrix_size(), 2);
    ASSERT_EQ(trace.counters.size(), 1U);
    EXPECT_EQ(trace.counters[0].peak, 1);
    EXPECT_NEAR(trace.counters[0].mean, 15.0 / 80, 1e-9);
}

TEST_F(Traces, KeepTheLongestPieces) {
    const TraceSummary trace = read(small_trace, 2);
    EXPECT_EQ(trace.left_out, 1);
    EXPECT_EQ(trace.shortest, 10);
}

TEST_F(Traces, ThatEndEarlyAreNamed) {
    std::string text = small_trace;
    text.resize(text.find("],\"other"));
    EXPECT_THAT(message_of([&] { read(text); }), HasSubstr("trace.json:11: the trace has no end"));
}

TEST_F(Traces, GiveAdviceWithNumbers) {
    const std::vector<std::string> advice = advice_on(read(small_trace));
    ASSERT_EQ(advice.size(), 2U);
    EXPECT_THAT(advice[0], HasSubstr("100 % of the waiting is in `MPI_Recv` at `main+0x20`"));
    EXPECT_THAT(advice[1], HasSubstr("60 us for rank 0, 100 % of all waiting"));
}

// The same with other words behind the events.
std::string ending(const std::string& trace, const std::string& end) {
    return trace.substr(0, trace.find("],\"otherData")) + "],\"otherData\":" + end + "}";
}

// One core: rank 0 computes for 60 us and is in MPI for 10, so that rank 1's 60 us of waiting leave it no
// time to run.
TEST_F(Traces, CountTakingTurnsOnACoreNotAsWaiting) {
    const TraceSummary trace = read(ending(small_trace, R"({"workers":1,"end":80,"complete":true})"));
    ASSERT_TRUE(trace.takes_turns());
    const TimeShares shares = shares_of(trace);
    EXPECT_EQ(shares.outside + shares.busy, 2 * 80 - 60);
    EXPECT_EQ(shares.idle, 0);
    EXPECT_EQ(shares.turns, 60);
    EXPECT_THAT(advice_on(trace), ::testing::IsEmpty());
    EXPECT_FALSE(read(ending(small_trace, R"({"workers":2,"end":80,"complete":true})")).takes_turns());
}

// A third of 240 us; what is known of the time after it is left out.
TEST_F(Traces, AtTheirLimitAreOfTheTimeThatTheyCover) {
    const TraceSummary trace =
        read(ending(small_trace, R"({"traced":70,"end":280,"complete":false,"command":["a2a","a b"]})"));
    EXPECT_EQ(trace.end, 70);
    EXPECT_EQ(trace.coverage(), 0.25);
    EXPECT_EQ(trace.ranks[1].in_mpi, 70) << "the call goes on";
    EXPECT_EQ(trace.ranks[1].waiting, 60);
    EXPECT_EQ(trace.command, "a2a 'a b'");
    const TimeShares shares = shares_of(trace);
    EXPECT_EQ(shares.outside + shares.busy + shares.idle, 2 * 70);
    Page page;
    add_trace(trace, page);
    EXPECT_THAT(page.parts.dump(), HasSubstr("The trace covers 25 % of the run's time, 70 us of 280 us"));
}

// A torus of four clusters in a row and one I/O subsystem: 40 us with a load of 30 % from cluster 3 to 0,
// then none.
constexpr const char* chip_trace = R"({"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","name":"process_name","pid":4,"args":{"name":"cluster 3"}},
{"ph":"C","pid":4,"tid":0,"ts":0,"name":"link to 0","args":{"percent":30}},
{"ph":"C","pid":4,"tid":0,"ts":0,"name":"SMEM","args":{"bytes":524288}},
{"ph":"C","pid":4,"tid":0,"ts":40,"name":"link to 0","args":{"percent":0}},
{"ph":"C","pid":4,"tid":0,"ts":80,"name":"SMEM","args":{"bytes":0}}
],"otherData":{"machine":"ring","complete":true,"chip":{"network":"torus","dimensions":[4],"io_at":[1],"smem_bytes":1048576,"ddr_bytes":0}}})";

TEST_F(Traces, OfChipsShowThemOverTime) {
    const TraceSummary trace = read(chip_trace);
    ASSERT_EQ(trace.counters.size(), 2U);
    EXPECT_EQ(trace.counters[1].node, 3);
    EXPECT_EQ(trace.counters[1].what, "link to 0");
    Page page;
    add_chip(trace, page);
    ASSERT_EQ(page.parts.size(), 1U);
    const nlohmann::json& chip = page.parts[0];
    EXPECT_EQ(chip.at("scale"), 50) << "30 % at most";
    ASSERT_EQ(chip.at("nodes").size(), 5U);
    EXPECT_EQ(chip.at("nodes")[3].at("peak"), 524288);
    EXPECT_EQ(chip.at("nodes")[4].at("name"), "I/O 0");
    ASSERT_EQ(chip.at("links").size(), 1U);
    const nlohmann::json& link = chip.at("links")[0];
    EXPECT_EQ(link.at("mean"), 15) << "half of the run 30 %";
    EXPECT_EQ(link.at("side"), "right") << "upward from the last cluster, over the edge";
    EXPECT_EQ(link.at("values")[0], 30);
    EXPECT_EQ(link.at("values")[119], 0);
    Page none;
    add_chip(read(small_trace), none);
    EXPECT_TRUE(none.parts.empty());
}

// Data from cluster 0 to 1, and a word back.
constexpr const char* word_trace = R"({"displayTimeUnit":"ns","traceEvents":[
{"ph":"s","cat":"m","id":0,"name":"data","pid":1,"tid":1,"ts":0},
{"ph":"f","bp":"e","cat":"m","id":0,"name":"data","pid":2,"tid":1,"ts":9},
{"ph":"s","cat":"m","id":1,"name":"word","pid":2,"tid":1,"ts":9},
{"ph":"f","bp":"e","cat":"m","id":1,"name":"word","pid":1,"tid":1,"ts":10}
],"otherData":{"machine":"ring","complete":true}})";

TEST_F(Traces, CountWordsAmongMessages) {
    const TraceSummary trace = read(word_trace);
    EXPECT_EQ(trace.each, "cluster");
    EXPECT_EQ(trace.messages.at({0, 1}).messages, 1);
    EXPECT_EQ(trace.messages.at({1, 0}).messages, 1);
    // The run has counted ranks and bytes itself, and those that had no room in the trace.
    const TraceSummary counted = read(
        ending(word_trace,
               R"({"machine":"ring","matrix":{"each":"rank","size":2,"cells":[[0,1,64,3],[1,0,8,1]]}})"));
    EXPECT_EQ(counted.each, "rank");
    EXPECT_EQ(counted.messages.at({0, 1}).bytes, 64);
    EXPECT_EQ(counted.messages.at({1, 0}).messages, 1);
}

} // namespace
} // namespace sartor::configurator
