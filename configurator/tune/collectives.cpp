// Rounds over candidates; of each size the shortest time counts.
#include "configurator/tune/collectives.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/tune/measuring.hpp"
#include "configurator/tune/times.hpp"
#include "measure_source.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace sartor::configurator {

namespace {

const std::string by_default = "(default)";

class Tuner {
  public:
    Tuner(const TuneOptions& options, const std::optional<Manycore>& machine, const Selection& chosen,
          std::chrono::steady_clock::time_point begin)
        : options_(options), machine_(machine), begin_(begin),
          program_("measure", measure_source, options.machine) {
        if (chosen.empty()) return;
        tuning_ = (program_.folder() / "chosen.tuning").string();
        write_file(tuning_, selection_text(chosen));
    }

    void measure(int ranks, const std::vector<std::string>& families) {
        std::vector<std::string> wanted;
        for (const std::string& family : families)
            if (options_.families.empty() || std::ranges::count(options_.families, family) > 0)
                wanted.push_back(family);
        if (wanted.empty()) return;
        for (int round = 0; round < rounds(); ++round) measure_round(round, ranks, wanted);
        for (const std::string& family : wanted) choose(family, ranks);
        times_.clear();
    }

    bool has_measured() const noexcept { return !selection_.empty(); }

    // Families in which nothing is gained with any number of ranks keep their defaults.
    Selection gained() const {
        Selection kept = selection_;
        std::erase_if(kept, [&](const auto& choice) { return !gained_.contains(choice.first); });
        return kept;
    }

  private:
    bool shares_memory() const { return options_.machine == "host"; }

    // Virtual time is the same each time.
    int rounds() const noexcept { return machine_ ? 1 : options_.rounds; }

    std::vector<std::string> algorithms(const std::string& family) const {
        std::vector<std::string> names;
        for (const Algorithm& algorithm : catalog_.find(family)->algorithms)
            if (shares_memory() || !algorithm.needs_shared_memory()) names.push_back(algorithm.name);
        return names;
    }

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

    void measure_round(int round, int ranks, const std::vector<std::string>& families) {
        constexpr double seconds_of_a_minute = 60;
        std::size_t count = 0;
        for (const std::string& family : families) count = std::max(count, algorithms(family).size());
        for (std::size_t index = 0; index <= count; ++index) {
            if (seconds() > options_.minutes * seconds_of_a_minute)
                return report("tune: {} minutes are over: {} of {} steps of round {} are left out",
                              options_.minutes, count + 1 - index, count + 1, round + 1);
            report("tune: {} ranks, {}, round {} of {}, step {} of {} after {:.0f} s", ranks,
                   fmt::join(families, ","), round + 1, rounds(), index + 1, count + 1, seconds());
            if (index == 0)
                measure_program(default_program(), ranks, families,
                                [](const std::string&) { return by_default; });
            else
                measure_candidates(index - 1, ranks, families);
        }
    }

    std::string default_program() const {
        return tuning_.empty() ? program_.path() : cut_anew(program_.path(), anew(wishes()));
    }

    Anew anew(const SelectionWishes& wishes) const {
        Anew anew;
        anew.wishes = wishes;
        anew.machine = options_.machine;
        return anew;
    }

    SelectionWishes wishes() const {
        SelectionWishes wishes;
        wishes.tuning = tuning_;
        return wishes;
    }

    // The candidates of that number of all families.
    void measure_candidates(std::size_t index, int ranks, const std::vector<std::string>& families) {
        SelectionWishes wanted = wishes();
        std::map<std::string, std::string> candidates;
        for (const std::string& family : families) {
            const std::vector<std::string> names = algorithms(family);
            if (index >= names.size()) continue;
            candidates[family] = names[index];
            wanted.topologies.push_back(family + "=" + names[index]);
        }
        add_chosen(wanted, candidates);
        std::vector<std::string> measured;
        for (const std::string& family : families)
            if (candidates.contains(family)) measured.push_back(family);
        measure_program(cut_anew(program_.path(), anew(wanted)), ranks, measured,
                        [&](const std::string& family) { return candidates.at(family); });
    }

    // What composed families are made of, as chosen for long data.
    void add_chosen(SelectionWishes& wishes, const std::map<std::string, std::string>& measured) const {
        for (const auto& [family, choices] : selection_)
            if (!measured.contains(family))
                wishes.topologies.push_back(family + "=" + choices.back().algorithm);
    }

    // On emulated machines buffers have a part of what a rank has of its cluster, and few calls are enough.
    Command measuring_arguments() const {
        if (!machine_) return {};
        constexpr std::int64_t parts = 4;
        return {
            "-m",
            fmt::format("{}", machine_->whole("smem_bytes") / machine_->whole("ranks_per_cluster") / parts),
            "-c", "4"};
    }

    // Of sartor run.
    Command run_options() const {
        if (machine_) return {"--machine", options_.machine, "--no-summary"};
        if (options_.processes > 0) return {"--processes", fmt::format("{}", options_.processes)};
        if (!options_.hosts.empty()) return {"--hosts", options_.hosts};
        return options_.hostfile.empty() ? Command() : Command{"--hostfile", options_.hostfile};
    }

    template <class Name>
    void measure_program(const std::string& program, int ranks, const std::vector<std::string>& families,
                         Name name) {
        const Command options = run_options();
        Command arguments = measuring_arguments();
        arguments.insert(arguments.end(), families.begin(), families.end());
        std::istringstream lines(output_of(program, ranks, options, arguments));
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
        if (candidates.empty()) return report("tune: {} with {} ranks was not measured", family, ranks);
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
    const std::optional<Manycore>& machine_;
    const std::chrono::steady_clock::time_point begin_;
    const Catalog& catalog_ = Catalog::own();
    MeasuringProgram program_;
    std::string tuning_;                      // a file with what holds besides, or empty
    std::map<std::string, Candidates> times_; // by family
    Selection selection_;
    std::set<std::string> gained_;
};

} // namespace

const std::vector<std::string>& simple_families() {
    static const std::vector<std::string> families = {"barrier", "bcast",     "gather",   "scatter",
                                                      "reduce",  "allgather", "alltoall", "scan"};
    return families;
}

const std::vector<std::string>& composed_families() {
    static const std::vector<std::string> families = {"allreduce", "reduce_scatter"};
    return families;
}

Selection tune_collectives(const TuneOptions& options, const std::optional<Manycore>& machine,
                           const Selection& chosen, std::chrono::steady_clock::time_point begin) {
    Tuner tuner(options, machine, chosen, begin);
    for (const auto& families : {simple_families(), composed_families()})
        for (const int ranks : options.ranks) tuner.measure(ranks, families);
    if (!tuner.has_measured())
        fail("nothing was measured within {} minutes: allow more with --minutes", options.minutes);
    return tuner.gained();
}

} // namespace sartor::configurator
