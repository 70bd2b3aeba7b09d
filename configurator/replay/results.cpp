#include "configurator/replay/results.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace sartor::configurator {

namespace {

// Of a prediction, relative to what was recorded.
double error_of(std::int64_t recorded, std::int64_t predicted) {
    if (recorded == 0) return predicted == 0 ? 0 : 1;
    return static_cast<double>(predicted - recorded) / static_cast<double>(recorded);
}

/// Absolute errors, the least first.
struct Errors {
    std::vector<double> sorted;

    void add(double error) { sorted.push_back(std::abs(error)); }
    void sort() { std::ranges::sort(sorted); }
    double at(double share) const {
        if (sorted.empty()) return 0;
        const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
        return sorted[std::min(index, sorted.size() - 1)];
    }
    // Of an even number: the mean of the two in the middle.
    double median() const {
        if (sorted.empty()) return 0;
        const std::size_t middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
    double mean() const {
        if (sorted.empty()) return 0;
        return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
    }
    double worst() const { return sorted.empty() ? 0 : sorted.back(); }
};

Errors errors_of_waits(const std::vector<ReplayedTrace>& traces) {
    Errors errors;
    for (const ReplayedTrace& trace : traces)
        for (const ReplayedWait& wait : trace.waits) errors.add(error_of(wait.recorded, wait.predicted));
    errors.sort();
    return errors;
}

Errors errors_of_runs(const std::vector<ReplayedTrace>& traces) {
    Errors errors;
    for (const ReplayedTrace& trace : traces) errors.add(error_of(trace.recorded, trace.predicted));
    errors.sort();
    return errors;
}

nlohmann::json as_json(const ReplayedTrace& trace) {
    nlohmann::json waits = nlohmann::json::array();
    for (const ReplayedWait& wait : trace.waits)
        waits.push_back({{"processor", wait.processor},
                         {"network", wait.network},
                         {"recorded", wait.recorded},
                         {"predicted", wait.predicted}});
    return {{"trace", trace.name},
            {"events", trace.events},
            {"recorded", trace.recorded},
            {"predicted", trace.predicted},
            {"error", error_of(trace.recorded, trace.predicted)},
            {"waits", std::move(waits)}};
}

nlohmann::json as_json(const Errors& errors) {
    return {{"median", errors.median()}, {"mean", errors.mean()}, {"worst", errors.worst()}};
}

} // namespace

ReplayedTrace compared(const NocTrace& trace, const machine::noc::Played& played) {
    ReplayedTrace result{trace.name, 0, played.flits, trace.length, played.length, {}, {}};
    for (std::size_t program = 0; program < trace.programs.size(); ++program) {
        const auto& events = trace.programs[program].events;
        const auto& recorded = trace.recorded[program];
        result.events += std::ssize(events);
        result.programs.push_back(
            {trace.processors[program], recorded.front(), recorded.back(), events.back().time});
        for (std::size_t event = 1; event < events.size(); ++event)
            if (events[event].kind == machine::noc::Kind::barrier)
                result.waits.push_back({trace.processors[program], events[event].network,
                                        recorded[event] - recorded[event - 1],
                                        events[event].time - events[event - 1].time, recorded[event - 1],
                                        events[event - 1].time});
    }
    return result;
}

void print_table(const std::vector<ReplayedTrace>& traces) {
    std::size_t width = 5;
    for (const ReplayedTrace& trace : traces) width = std::max(width, trace.name.size());
    fmt::print("{:<{}}  {:>10}  {:>10}  {:>8}  {:>5}  {:>11}\n", "trace", width, "recorded", "predicted",
               "error", "waits", "their error");
    for (const ReplayedTrace& trace : traces)
        fmt::print("{:<{}}  {:>10}  {:>10}  {:>+6.1f} %  {:>5}  {:>9.1f} %\n", trace.name, width,
                   trace.recorded, trace.predicted, 100 * error_of(trace.recorded, trace.predicted),
                   trace.waits.size(), 100 * errors_of_waits({trace}).median());
    const Errors runs = errors_of_runs(traces);
    const Errors waits = errors_of_waits(traces);
    fmt::print("whole runs: error median {:.1f} %, mean {:.1f} %, worst {:.1f} % of {} traces\n",
               100 * runs.median(), 100 * runs.mean(), 100 * runs.worst(), traces.size());
    fmt::print("single waits: error median {:.1f} %, nine of ten at most {:.1f} %, of {}\n",
               100 * waits.median(), 100 * waits.at(0.9), waits.sorted.size());
}

void write_replay_csv(const std::vector<ReplayedTrace>& traces, const std::string& path) {
    std::string text = "trace,events,recorded,predicted,error,waits,median_error_of_waits\n";
    for (const ReplayedTrace& trace : traces)
        text += fmt::format("{},{},{},{},{:.5f},{},{:.5f}\n", trace.name, trace.events, trace.recorded,
                            trace.predicted, error_of(trace.recorded, trace.predicted), trace.waits.size(),
                            errors_of_waits({trace}).median());
    write_file(path, text);
}

void write_replay_json(const std::vector<ReplayedTrace>& traces, const std::string& machine,
                       const std::string& path) {
    nlohmann::json list = nlohmann::json::array();
    for (const ReplayedTrace& trace : traces) list.push_back(as_json(trace));
    const nlohmann::json whole = {{"machine", machine},
                                  {"unit", "cycles"},
                                  {"runs", as_json(errors_of_runs(traces))},
                                  {"waits", as_json(errors_of_waits(traces))},
                                  {"traces", std::move(list)}};
    write_file(path, whole.dump(1) + "\n");
}

} // namespace sartor::configurator
