// One program measures all collectives; it is cut anew for each candidate.
#include "configurator/tune/tune.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/selection/selection.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "configurator/tune/times.hpp"
#include "measure_source.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace sartor::configurator {

namespace {

// Those that others are made of come first: the others are measured with the best of them.
const std::vector<std::string> simple_families = {"barrier", "bcast",     "gather",   "scatter",
                                                  "reduce",  "allgather", "alltoall", "scan"};
const std::vector<std::string> composed_families = {"allreduce", "reduce_scatter"};

const std::string by_default = "(default)";

std::string build_measure(const TemporaryFolder& folder) {
    const std::string source = (folder / "measure.c").string();
    const std::string program = (folder / "measure").string();
    write_file(source, std::string_view(measure_source));
    const Command command = {Installation::own().program().string(), "cc", "-O2", "-o", program, source};
    if (!run(command, {Output::inherit, Output::inherit, true}).succeeded())
        fail("the measuring program can't be built (messages above)");
    return program;
}

class Tuner {
  public:
    Tuner(const TuneOptions& options, const Catalog& catalog)
        : options_(options), catalog_(catalog), program_(build_measure(folder_)) {}

    void measure(int ranks, const std::vector<std::string>& families) {
        std::vector<std::string> wanted;
        for (const std::string& family : families)
            if (options_.families.empty() ||
                std::ranges::find(options_.families, family) != options_.families.end())
                wanted.push_back(family);
        if (wanted.empty()) return;
        for (int round = 0; round < options_.rounds; ++round) {
            measure_program(program_, ranks, wanted, [](const std::string&) { return by_default; });
            for (std::size_t index = 0; measure_candidates(index, ranks, wanted); ++index) {
            }
        }
        for (const std::string& family : wanted) choose(family, ranks);
        times_.clear();
    }

    // Where nothing is gained with any number of ranks the defaults stay.
    Selection gained() const {
        Selection kept = selection_;
        std::erase_if(kept, [&](const auto& choice) { return !gained_.contains(choice.first); });
        return kept;
    }

  private:
    // The candidates of that number of all families; false when there are none.
    bool measure_candidates(std::size_t index, int ranks, const std::vector<std::string>& families) {
        SelectionWishes wishes;
        std::vector<std::string> measured;
        for (const std::string& family : families) {
            const auto& algorithms = catalog_.find(family)->algorithms;
            if (index >= algorithms.size()) continue;
            measured.push_back(family);
            wishes.topologies.push_back(family + "=" + algorithms[index].name);
        }
        if (measured.empty()) return false;
        add_chosen(wishes, measured);
        const std::string candidate = cut_anew(program_, wishes, "host");
        measure_program(candidate, ranks, measured, [&](const std::string& family) {
            return catalog_.find(family)->algorithms[index].name;
        });
        return true;
    }

    // What composed families are made of, as chosen for long data.
    void add_chosen(SelectionWishes& wishes, const std::vector<std::string>& measured) const {
        for (const auto& [family, choices] : selection_)
            if (std::ranges::find(measured, family) == measured.end())
                wishes.topologies.push_back(family + "=" + choices.back().algorithm);
    }

    template <class Name>
    void measure_program(const std::string& program, int ranks, const std::vector<std::string>& families,
                         Name name) {
        Command command = {Installation::own().program().string(), "run", "-n", fmt::format("{}", ranks),
                           program};
        command.insert(command.end(), families.begin(), families.end());
        const Result result = run(command, {Output::capture, Output::inherit, true});
        if (!result.succeeded()) fail("the measuring program fails with {} ranks (messages above)", ranks);
        std::istringstream lines(result.standard_output);
        std::string family;
        long bytes = 0;
        double time = 0;
        while (lines >> family >> bytes >> time) {
            Times& times = times_[family][name(family)];
            const auto known = times.find(bytes);
            if (known == times.end() || time < known->second) times[bytes] = time;
        }
    }

    void choose(const std::string& family, int ranks) {
        Candidates candidates = times_[family];
        const Times defaults = candidates[by_default];
        candidates.erase(by_default);
        const bool last = ranks == options_.ranks.back();
        const auto choice = fastest(candidates, last ? "" : fmt::format("{}", ranks));
        print(family, ranks, defaults, candidates, choice);
        if (gains(defaults, candidates, choice)) gained_.insert(family);
        selection_[family].insert(selection_[family].end(), choice.begin(), choice.end());
    }

    static const std::string& chosen_for(const std::vector<Limited>& choice, long bytes) {
        for (const Limited& one : choice)
            if (one.bytes.empty() || bytes <= std::stol(one.bytes)) return one.algorithm;
        return choice.back().algorithm;
    }

    // A choice that nowhere beats the defaults clearly is not worth writing down.
    static bool gains(const Times& defaults, const Candidates& candidates,
                      const std::vector<Limited>& choice) {
        const bool any = std::ranges::any_of(defaults, [&](const auto& measured) {
            const auto& [bytes, time] = measured;
            return candidates.at(chosen_for(choice, bytes)).at(bytes) < (1 - least_gain) * time;
        });
        if (!any) fmt::print("  nothing gained\n");
        return any;
    }

    static void print(const std::string& family, int ranks, const Times& defaults,
                      const Candidates& candidates, const std::vector<Limited>& choice) {
        std::vector<std::string> names;
        for (const auto& [algorithm, times] : candidates) names.push_back(algorithm);
        fmt::print("{} with {} ranks; tried {}\n", family, ranks, fmt::join(names, ", "));
        for (const auto& [bytes, time] : defaults) {
            const std::string& algorithm = chosen_for(choice, bytes);
            const double chosen = candidates.at(algorithm).at(bytes);
            fmt::print(
                "  {:>8} bytes {:>12.2f} us by default {:>12.2f} us by {:<18} {:>6.2f} times as fast\n",
                bytes, time, chosen, algorithm, time / chosen);
        }
        std::fflush(stdout);
    }

    const TuneOptions& options_;
    const Catalog& catalog_;
    TemporaryFolder folder_;
    std::string program_;
    std::map<std::string, Candidates> times_; // by family
    Selection selection_;
    std::set<std::string> gained_;
};

void check(const TuneOptions& options) {
    for (const std::string& family : options.families)
        if (std::ranges::find(simple_families, family) == simple_families.end() &&
            std::ranges::find(composed_families, family) == composed_families.end())
            refuse("--only {}: expected some of {}, {}", family, fmt::join(simple_families, ", "),
                   fmt::join(composed_families, ", "));
    if (options.ranks.empty() || !std::ranges::is_sorted(options.ranks) || options.ranks.front() < 1)
        refuse("-n: expected numbers of ranks, the smallest first");
}

} // namespace

void tune(const TuneOptions& options) {
    check(options);
    Tuner tuner(options, Catalog::own());
    for (const auto& families : {simple_families, composed_families})
        for (const int ranks : options.ranks) tuner.measure(ranks, families);
    write_file(options.output,
               fmt::format("# Measured by sartor tune with {} ranks. COLLECTIVE ALGORITHM BYTES RANKS\n{}",
                           fmt::join(options.ranks, ", "), selection_text(tuner.gained())));
    fmt::print("written: {0}; use it with sartor cc --tuning {0} or SARTOR_TUNING={0}\n", options.output);
}

} // namespace sartor::configurator
