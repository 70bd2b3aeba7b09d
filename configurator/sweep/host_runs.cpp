#include "configurator/sweep/runs.hpp"

#include "configurator/support/children.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/sweep/algorithms.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

Command command_of(const SweepOptions& options, const SweepResults& results, const SweepResult& result) {
    Command command = {Installation::own().program().string(),
                       "run",
                       "-n",
                       fmt::format("{}", result.ranks),
                       "--machine",
                       options.machine,
                       "--topology",
                       topology_of(results.variations, result.point)};
    command.insert(command.end(), options.command.begin(), options.command.end());
    return command;
}

void take_times(SweepResult& result, std::vector<double> seconds) {
    std::ranges::sort(seconds);
    result.fastest = seconds.front();
    result.seconds = (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2;
    result.slowest = seconds.back();
}

} // namespace

void run_here(const SweepOptions& options, SweepResults& results) {
    std::vector<std::vector<double>> times(results.results.size());
    for (int round = 0; round <= results.runs; ++round)
        for (std::size_t index = 0; index < times.size(); ++index) {
            SweepResult& result = results.results[index];
            if (!result.succeeded()) continue;
            Children one_at_a_time(1);
            one_at_a_time.start(command_of(options, results, result), [&](const Result& ended, double seconds) {
                if (!ended.succeeded()) result.failure = failure_of(ended);
                if (round > 0) times[index].push_back(seconds);
            });
            one_at_a_time.finish();
        }
    for (std::size_t index = 0; index < times.size(); ++index)
        if (results.results[index].succeeded()) take_times(results.results[index], times[index]);
}

} // namespace sartor::configurator
