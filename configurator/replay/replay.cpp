#include "configurator/replay/replay.hpp"

#include "configurator/machines/noc_machine.hpp"
#include "configurator/replay/page.hpp"
#include "configurator/replay/results.hpp"
#include "configurator/replay/trace_file.hpp"

#include <chrono>
#include <fmt/core.h>

namespace sartor::configurator {

namespace {

using Clock = std::chrono::steady_clock;

void print_speed(const std::vector<ReplayedTrace>& traces, std::chrono::duration<double> played) {
    double events = 0;
    double flits = 0;
    for (const ReplayedTrace& trace : traces) {
        events += static_cast<double>(trace.events);
        flits += static_cast<double>(trace.flits);
    }
    fmt::print("{:.3f} s to play: {:.0f} events a second, {:.1f} million flits over links a second\n",
               played.count(), events / played.count(), flits / played.count() / 1e6);
}

} // namespace

void replay(const ReplayOptions& options) {
    const NocMachine machine = find_noc_machine(options.machine, options.sets);
    std::vector<ReplayedTrace> results;
    Clock::duration played{};
    for (const std::string& path : options.traces) {
        NocTrace trace = read_noc_trace(path, machine.description);
        const auto start = Clock::now();
        const machine::noc::Played one = machine::noc::play(machine.description, trace.programs);
        played += Clock::now() - start;
        results.push_back(compared(trace, one));
    }
    print_table(results);
    if (options.speed) print_speed(results, played);
    if (!options.csv.empty()) write_replay_csv(results, options.csv);
    if (!options.json.empty()) write_replay_json(results, machine.name, options.json);
    if (!options.page.empty()) write_replay_page(results, machine, options.page);
}

} // namespace sartor::configurator
