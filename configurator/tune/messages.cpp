// One cut serves all measurements: the limits of protocols are options of a run.
#include "configurator/tune/messages.hpp"

#include "configurator/support/error.hpp"
#include "configurator/tune/measuring.hpp"
#include "messages_source.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/ranges.h>
#include <sstream>

namespace sartor::configurator {

namespace {

constexpr std::int64_t most_pieces = 64; // control messages of a message

std::map<std::string, double> patterns(const std::string& text) {
    std::istringstream lines(text);
    std::map<std::string, double> times;
    std::string pattern;
    for (double time = 0; lines >> pattern >> time;) times[pattern] = time;
    return times;
}

MessageTimes times_of(const MeasuringProgram& program, const TuneOptions& options, int ranks,
                      std::int64_t bytes) {
    const auto with_limit = [&](std::int64_t limit) {
        return patterns(output_of(program.path(), ranks,
                                  {"--machine", options.machine, "--map", "scatter", "--no-summary",
                                   "--lazy-limit", "0", "--eager-limit", fmt::format("{}", limit)},
                                  {fmt::format("{}", bytes)}));
    };
    return {bytes, with_limit(bytes), with_limit(0)};
}

void print(const MessageTimes& times, std::int64_t pieces) {
    fmt::print("  {:>6} {:>5}", times.bytes, pieces);
    for (const auto& [pattern, time] : times.mailbox)
        fmt::print(" | {:>9.1f} {:>9.1f} {:>5.2f}", time, times.portal.at(pattern),
                   times.portal.at(pattern) / time);
    fmt::print("\n");
    std::fflush(stdout);
}

void print_head(const Manycore& machine, int ranks) {
    fmt::print(
        "messages between clusters of {} with {} ranks: microseconds of virtual time for one,\n"
        "by mailbox (in so many control messages), by portal, and how many times as fast mailboxes are\n"
        "  {:>6} {:>5}",
        machine.name, ranks, "bytes", "in");
    for (const char* pattern : {"exchange", "ping-pong", "stream"}) fmt::print(" | {:<25}", pattern);
    fmt::print("\n");
}

// Sizes that fill their control messages, up to the first at which portals are faster.
std::int64_t measure(const MeasuringProgram& program, const TuneOptions& options, const Manycore& machine,
                     int ranks) {
    const std::int64_t payload = machine.whole("control_bytes") - machine.whole("control_header");
    print_head(machine, ranks);
    std::vector<MessageTimes> all;
    for (std::int64_t pieces = 1; pieces <= most_pieces; ++pieces) {
        all.push_back(times_of(program, options, ranks, pieces * payload));
        print(all.back(), pieces);
        if (!all.back().by_mailbox()) break;
    }
    return mailbox_limit(all);
}

} // namespace

bool MessageTimes::by_mailbox() const {
    return std::ranges::all_of(mailbox, [&](const auto& one) { return one.second <= portal.at(one.first); });
}

std::int64_t mailbox_limit(const std::vector<MessageTimes>& times) {
    std::int64_t limit = 0;
    for (const MessageTimes& one : times) {
        if (!one.by_mailbox()) break;
        limit = one.bytes;
    }
    return limit;
}

std::int64_t tune_messages(const TuneOptions& options, const Manycore& machine) {
    if (options.ranks.front() < 2)
        refuse("-n {}: messages are measured between two ranks or more", options.ranks.front());
    if (machine.whole("clusters") < 2)
        refuse("{}: messages are measured between two clusters or more", machine.name);
    const MeasuringProgram program("messages", messages_source, options.machine);
    std::int64_t limit = INT64_MAX;
    for (const int ranks : options.ranks) limit = std::min(limit, measure(program, options, machine, ranks));
    if (limit == 0)
        fmt::print("by portal at all sizes\n");
    else
        fmt::print("by mailbox up to {} bytes, by portal beyond\n", limit);
    std::fflush(stdout);
    return limit;
}

} // namespace sartor::configurator
