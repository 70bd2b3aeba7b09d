// Traces of a chip's networks: what is read, and what bad files get.
#include "configurator/replay/trace_file.hpp"

#include "configurator/machines/noc_machine.hpp"
#include "configurator/replay/results.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "tests/configurator/support.hpp"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sartor::configurator {
namespace {

using machine::noc::Kind;
using ::testing::HasSubstr;

const std::string wormhole = TEST_MACHINES "/wormhole-n150.json";

std::string core(const std::string& rest) {
    return R"({"proc": "BRISC", "sx": 1, "sy": 2, )" + rest + "}";
}

std::string read(int time, const std::string& target = R"("dx": 3, "dy": 4)") {
    return core(fmt::format(R"("noc": "NOC_1", {}, "num_bytes": 4096, "type": "READ", "timestamp": {})",
                            target, time));
}

std::string barrier(const std::string& edge, int time) {
    return core(fmt::format(R"("noc": "NOC_1", "dx": -1, "dy": -1, "num_bytes": 0, "type": "READ_BARRIER_{}",
                              "timestamp": {})",
                            edge, time));
}

std::string zone(int time) {
    return core(fmt::format(R"("zone": "BRISC-KERNEL", "zone_phase": "begin", "timestamp": {})", time));
}

NocTrace trace_of(const std::vector<std::string>& events) {
    const std::string path = ::testing::TempDir() + "replayed.json";
    write_file(path, std::string_view(fmt::format("[{}]", fmt::join(events, ",\n"))));
    return read_noc_trace(path, find_noc_machine(wormhole, {}).description);
}

TEST(NocTraces, GiveProgramsWithGaps) {
    const NocTrace trace = trace_of(
        {zone(1000), read(1100), read(1240), barrier("START", 1300), barrier("END", 1900), read(1950)});
    ASSERT_EQ(trace.programs.size(), 1U);
    const auto& events = trace.programs[0].events;
    ASSERT_EQ(events.size(), 6U);
    EXPECT_EQ(trace.processors[0], "(1,2) BRISC");
    EXPECT_EQ(trace.programs[0].node, 21);
    EXPECT_EQ(trace.length, 950);
    EXPECT_EQ(trace.recorded[0], (std::vector<std::int64_t>{0, 100, 240, 300, 900, 950}));
    EXPECT_EQ(events[1].kind, Kind::read);
    EXPECT_EQ(events[1].network, 1);
    EXPECT_EQ(events[1].target, 43);
    EXPECT_EQ(events[1].gap, 100);
    EXPECT_EQ(events[4].kind, Kind::barrier);
    EXPECT_EQ(events[5].gap, 50);
}

// What the profiler adds while it sends its own buffers.
TEST(NocTraces, LeaveOutTheProfilersZones) {
    const NocTrace trace =
        trace_of({zone(1000), read(1100),
                  R"({"proc": "", "zone": "PROFILER", "zone_phase": "begin", "sx": 1, "sy": 2,
                                         "timestamp": 1150})",
                  zone(1000), read(1400)});
    EXPECT_EQ(trace.recorded[0], (std::vector<std::int64_t>{0, 100, 400}));
}

TEST(NocTraces, ErrorsNameFileAndEvent) {
    const auto message = [](const std::vector<std::string>& events) {
        return message_of([&] { trace_of(events); });
    };
    EXPECT_THAT(message({zone(5), read(4)}),
                HasSubstr("replayed.json: event 1: it is before the event before it"));
    EXPECT_THAT(message({zone(5), R"({"proc": "BRISC"})"}), HasSubstr("event 1: sx is missing"));
    EXPECT_THAT(message({"7"}), HasSubstr("event 0: expected an object"));
    EXPECT_THAT(message({read(1, R"("dx": 10, "dy": 0)")}),
                HasSubstr("event 0: dx: expected a whole number from 0 to 9"));
    EXPECT_THAT(message({R"({"proc": "BRISC", "sx": 0, "sy": 0, "type": "READ", "timestamp": 1})"}),
                HasSubstr("event 0: (0,0) is no core"));
    EXPECT_THAT(message({core(R"("noc": "NOC_0", "type": "WRITE_MULTICAST", "timestamp": 1)")}),
                HasSubstr("event 0: type: WRITE_MULTICAST is not modelled"));
    EXPECT_THAT(message({core(R"("noc": "NOC_2", "type": "READ", "timestamp": 1)")}),
                HasSubstr("event 0: noc: expected"));
    EXPECT_THAT(message({core(R"("noc": "NOC_0", "type": "READ_BARRIER_START", "timestamp": "x")")}),
                HasSubstr("event 0: timestamp: expected"));
    EXPECT_THAT(message({barrier("END", 1)}), HasSubstr("event 0: READ_BARRIER_END: READ_BARRIER_START and"));
    EXPECT_THAT(message({barrier("START", 1), read(2)}), HasSubstr("event 1: READ: READ_BARRIER_START and"));
    EXPECT_THAT(message({barrier("START", 1)}), HasSubstr("has no READ_BARRIER_END"));
    EXPECT_THAT(message({}), HasSubstr("there are no events"));
    EXPECT_THAT(message({"{"}), HasSubstr("replayed.json: not JSON"));
}

TEST(NocTraces, ArePlayedWithComputedWaits) {
    NocTrace trace =
        trace_of({zone(0), read(100), barrier("START", 200), barrier("END", 100'000), read(100'050)});
    const auto description = find_noc_machine(wormhole, {}).description;
    const auto played = machine::noc::play(description, trace.programs);
    const ReplayedTrace result = compared(trace, played);
    ASSERT_EQ(result.waits.size(), 1U);
    EXPECT_EQ(result.waits[0].recorded, 99'800);
    // All hops of both rings, both interfaces twice, the data of 129 flits; issued 100 cycles before the
    // wait.
    const std::int64_t wait = description.issue_cycles + 22 * 9 + 4 * 5 + description.core_latency + 128 +
                              description.complete_cycles - 100;
    EXPECT_EQ(result.waits[0].predicted, wait);
    EXPECT_EQ(result.predicted, 200 + wait + 50);
    EXPECT_EQ(result.recorded, 100'050);
}

TEST(NocMachines, AreCheckedAndVaried) {
    EXPECT_EQ(
        find_noc_machine(wormhole, {"memory_rate=64/3", "core_gap=3"}).description.memory_rate.denominator,
        3);
    EXPECT_THAT(message_of([] { find_noc_machine(wormhole, {"core_gap=x"}); }),
                HasSubstr("--set core_gap=x: expected"));
    EXPECT_THAT(message_of([] { find_noc_machine(wormhole, {"speed=1"}); }),
                HasSubstr("has no such constant"));
    EXPECT_THAT(message_of([] { find_noc_machine(TEST_MACHINES "/ring8.json", {}); }),
                HasSubstr("family noc"));
    EXPECT_THAT(message_of([] { find_noc_machine("./none.json", {}); }), HasSubstr("unknown machine"));
}

} // namespace
} // namespace sartor::configurator
