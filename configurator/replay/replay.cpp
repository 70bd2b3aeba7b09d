#include "configurator/replay/replay.hpp"

#include "configurator/machines/noc_machine.hpp"
#include "configurator/replay/page.hpp"
#include "configurator/replay/results.hpp"
#include "configurator/replay/trace_file.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fmt/core.h>
#include <thread>

namespace sartor::configurator {

namespace {

using Clock = std::chrono::steady_clock;

/// Traces do not depend on each other: each processor of this computer takes the next one.
class Replays {
  public:
    Replays(const std::vector<std::string>& paths, const machine::noc::Description& description)
        : paths_(paths), description_(description), results_(paths.size()), errors_(paths.size()) {}

    /// Results are in the order of the files; so are errors, of which the first is thrown.
    std::vector<ReplayedTrace> run(std::size_t threads) {
        {
            std::vector<std::jthread> others;
            for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back([this] { work(); });
            work();
        }
        for (const std::exception_ptr& error : errors_)
            if (error) std::rethrow_exception(error);
        return std::move(results_);
    }

  private:
    void work() {
        for (std::size_t trace = next_++; trace < paths_.size(); trace = next_++) {
            try {
                results_[trace] = replayed(paths_[trace]);
            } catch (...) {
                errors_[trace] = std::current_exception();
            }
        }
    }

    ReplayedTrace replayed(const std::string& path) const {
        NocTrace trace = read_noc_trace(path, description_);
        const machine::noc::Played played = machine::noc::play(description_, trace.programs);
        return compared(trace, played);
    }

    const std::vector<std::string>& paths_;
    const machine::noc::Description& description_;
    std::vector<ReplayedTrace> results_;
    std::vector<std::exception_ptr> errors_;
    std::atomic<std::size_t> next_ = 0;
};

void print_speed(const std::vector<ReplayedTrace>& traces, std::size_t threads,
                 std::chrono::duration<double> elapsed) {
    double events = 0;
    double flits = 0;
    for (const ReplayedTrace& trace : traces) {
        events += static_cast<double>(trace.events);
        flits += static_cast<double>(trace.flits);
    }
    fmt::print(
        "{:.3f} s to read and play, {} at once: {:.0f} events a second, {:.1f} million flits over links "
        "a second\n",
        elapsed.count(), threads, events / elapsed.count(), flits / elapsed.count() / 1e6);
}

} // namespace

void replay(const ReplayOptions& options) {
    const NocMachine machine = find_noc_machine(options.machine, options.sets);
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::min(processors, options.traces.size());
    const auto start = Clock::now();
    const std::vector<ReplayedTrace> results = Replays(options.traces, machine.description).run(threads);
    const Clock::duration elapsed = Clock::now() - start;
    print_table(results);
    if (options.speed) print_speed(results, threads, elapsed);
    if (!options.csv.empty()) write_replay_csv(results, options.csv);
    if (!options.json.empty()) write_replay_json(results, machine.name, options.json);
    if (!options.page.empty()) write_replay_page(results, machine, options.page);
}

} // namespace sartor::configurator
