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
    EXPECT_EQ(trace.amount, "bytes");
    EXPECT_EQ(trace.matrix, (std::vector<std::int64_t>{0, 64, 0, 0}));
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
    EXPECT_THAT(advice[0], HasSubstr("100 % of that in MPI_Recv at main+0x20"));
    EXPECT_THAT(advice[1], HasSubstr("0.060 ms for rank 0, 100 % of all waiting"));
}

TEST_F(Traces, EndNoScriptEarly) {
    std::string text = small_trace;
    text.replace(text.find("MPI_Send"), 8, "MPI_</script>");
    const std::string part = trace_part(read(text));
    EXPECT_THAT(part, HasSubstr("MPI_\\u003c/script>"));
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
    const std::string part = chip_part(trace);
    EXPECT_THAT(part, HasSubstr("cluster 3: at most 512 of 1024 KiB"));
    EXPECT_THAT(part, HasSubstr("I/O 0"));
    // Half of the run 30 %, of a scale that ends at 50 %: 15 / 50.
    EXPECT_THAT(part, HasSubstr("<g class=\"p l\" style=\"--v:0.300\"><title>cluster 3, link to 0: 15.0 % on "
                                "average, 30.0 % at most</title>"));
    // Upward from the last cluster is to the right, over the edge.
    EXPECT_THAT(part, HasSubstr("rotate(0)"));
    EXPECT_THAT(part, HasSubstr("\"mean\":15,\"values\":[30,30,"));
    EXPECT_THAT(part, HasSubstr("&quot;cluster 3, link to 0&quot;,%,30,30,"));
    EXPECT_EQ(chip_part(read(small_trace)), "");
}

} // namespace
} // namespace sartor::configurator
