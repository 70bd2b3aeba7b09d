#include "configurator/sweep/runs.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/run/run.hpp"
#include "configurator/support/children.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/sweep/algorithms.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

/// Rebuilt beforehand, so that times are those of runs.
class Candidate {
  public:
    Candidate(const SweepOptions& options, const std::string& topology, SweepResult& result)
        : result_(result) {
        try {
            Anew anew;
            anew.wishes.topologies = {topology};
            anew.machine = options.machine;
            const std::string program = cut_anew(path_made_by_sartor(options.command.front()), anew);
            command_ = {Installation::own().program().string(), "run", "-n", fmt::format("{}", result.ranks),
                        program};
            command_.insert(command_.end(), options.command.begin() + 1, options.command.end());
        } catch (const Error& error) {
            const std::string text = error.what();
            result_.failure = text.substr(0, text.find('\n'));
        }
    }

    /// Seconds; or the result says why not.
    double run() const {
        double seconds = 0;
        Children one(1);
        one.start(command_, [&](const Result& ended, double elapsed) {
            if (!ended.succeeded()) result_.failure = failure_of(ended);
            seconds = elapsed;
        });
        one.finish();
        return seconds;
    }

    [[nodiscard]] bool succeeded() const { return result_.succeeded(); }
    void measure() { times_.push_back(run()); }
    void take_times() {
        std::ranges::sort(times_);
        result_.fastest = times_.front();
        result_.seconds = (times_[(times_.size() - 1) / 2] + times_[times_.size() / 2]) / 2;
        result_.slowest = times_.back();
    }

  private:
    SweepResult& result_;
    Command command_;
    std::vector<double> times_;
};

} // namespace

void run_here(const SweepOptions& options, SweepResults& results) {
    std::vector<Candidate> candidates;
    for (SweepResult& result : results.results) {
        candidates.emplace_back(options, topology_of(results.variations, result.point), result);
        if (result.succeeded()) candidates.back().run(); // fills caches
    }
    for (int round = 0; round < results.runs; ++round)
        for (Candidate& candidate : candidates)
            if (candidate.succeeded()) candidate.measure();
    for (Candidate& candidate : candidates)
        if (candidate.succeeded()) candidate.take_times();
}

} // namespace sartor::configurator
