// Each run is a process of its own. Runs are deterministic, so a failure can be repeated by its rank and
// call.
#include "configurator/run/fault_exploration.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace sartor::configurator {

namespace {

constexpr int deadlock = 3;
constexpr int timed_out = 124;
constexpr std::array<const char*, verdict_count> verdicts = {
    "survived", "survived, other output", "error", "deadlock", "crash", "no end"};

std::vector<FaultyCall> read_calls(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::vector<FaultyCall> calls;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        FaultyCall call;
        words >> call.rank >> call.call >> call.failures >> call.function >> std::ws;
        std::getline(words, call.location);
        calls.push_back(call);
    }
    return calls;
}

Verdict verdict_of(const Result& run, const Result& whole) {
    if (run.exit_code == deadlock) return Verdict::deadlocked;
    if (run.exit_code == timed_out) return Verdict::endless;
    const bool crashes = run.standard_error.find(" crashed: ") != std::string::npos;
    if (run.exit_code >= 128 || crashes) return Verdict::crashed;
    if (run.exit_code != 0) return Verdict::ended;
    return run.standard_output == whole.standard_output ? Verdict::survived : Verdict::other_output;
}

std::string text_of(const Verdicts& runs) {
    std::string text;
    for (std::size_t index = 0; index < runs.size(); ++index)
        if (runs[index] > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", runs[index], verdicts[index]);
    return text.empty() ? "none" : text;
}

/// On a terminal: how many runs are over, and how long the others may take.
class Progress {
  public:
    explicit Progress(std::size_t all) : all_(all) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() {
        if (is_terminal_) fmt::print(stderr, "\r\033[K");
    }

    void show(std::size_t done) const {
        if (!is_terminal_ || done == 0) return;
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
        fmt::print(stderr, "\r\033[K{} of {} runs, {:.0f} s left", done, all_,
                   time.count() / static_cast<double>(done) * static_cast<double>(all_ - done));
        std::fflush(stderr);
    }

  private:
    std::size_t all_;
    bool is_terminal_ = isatty(STDERR_FILENO) == 1;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace

std::string FaultyCall::place() const {
    return location == "?" ? function : function + " in " + location;
}

std::string name_of(const Failures& failures) {
    std::string text;
    for (const FaultyCall& one : failures)
        text += fmt::format("{}{}@{}", text.empty() ? "" : ",", one.rank, one.call);
    return text;
}

std::vector<FaultyCall> without_equivalent(const std::vector<FaultyCall>& calls) {
    using Surroundings = std::tuple<int, std::string, std::string, std::string>;
    const auto place_at = [&](std::size_t index, int rank) {
        return index < calls.size() && calls[index].rank == rank ? calls[index].place() : "";
    };
    std::map<Surroundings, std::pair<std::size_t, std::size_t>> ends;
    for (std::size_t index = 0; index < calls.size(); ++index) {
        const int rank = calls[index].rank;
        const Surroundings key{rank, place_at(index - 1, rank), place_at(index, rank),
                               place_at(index + 1, rank)};
        ends.try_emplace(key, index, index).first->second.second = index;
    }
    std::set<std::size_t> kept;
    for (const auto& [key, range] : ends) kept.insert({range.first, range.second});
    std::vector<FaultyCall> chosen;
    for (const std::size_t index : kept) chosen.push_back(calls[index]);
    // In the order of the calls, not of the ranks.
    std::ranges::stable_sort(chosen, {}, &FaultyCall::call);
    return chosen;
}

FaultExploration::FaultExploration(const FaultyProgram& program) : program_(program) {
    if (const char* record = std::getenv("SARTOR_REPORT_RECORD")) record_ = record;
    // A run that waits for ever by itself, such as one that polls.
    if (!program.has_timeout) set_variable("SARTOR_TIMEOUT", "10");
}

Child FaultExploration::start(const Trial& trial) const {
    set_variable("SARTOR_FAULTS", trial.failures.empty() ? "" : "kill:" + name_of(trial.failures));
    set_variable("SARTOR_FAULTS_RECORD", trial.record.string());
    return {program_.command, {Output::capture, Output::capture, true}, program_.file};
}

std::vector<FaultyCall> FaultExploration::record() {
    const Trial none{{}, std::filesystem::path(folder_.path()) / "calls"};
    whole_ = start(none).wait();
    if (!whole_.succeeded())
        fail("--faults: without a failure the program ends with {}:\n{}", whole_.exit_code,
             whole_.standard_error);
    set_variable("SARTOR_REPORT_RECORD", ""); // what runs with failures report is as it should be
    return read_calls(none.record);
}

void FaultExploration::note(Trial& trial, const Result& run) {
    trial.verdict = verdict_of(run, whole_);
    AtPlace& place = places_[trial.failures.back().place()];
    ++place.runs[static_cast<std::size_t>(trial.verdict)];
    if (trial.verdict == Verdict::survived) return;
    if (trial.verdict == Verdict::other_output) {
        if (!place.other) place.other = trial.failures;
        return;
    }
    exit_code_ = std::max(exit_code_, run.exit_code == 0 ? 1 : run.exit_code);
    if (place.worst) return;
    place.worst = trial.failures;
    if (std::exchange(is_shown_, true)) return;
    report("--faults kill:{}: {} (exit code {}):\n{}", name_of(trial.failures),
           verdicts[static_cast<std::size_t>(trial.verdict)], run.exit_code, run.standard_error);
}

void FaultExploration::run(std::vector<Trial>& trials) {
    const std::size_t together = std::max(1U, std::thread::hardware_concurrency());
    const Progress progress(trials.size());
    places_.clear();
    for (std::size_t first = 0; first < trials.size() && interrupted() == 0; first += together) {
        progress.show(first);
        const std::size_t end = std::min(first + together, trials.size());
        std::vector<Child> children;
        for (std::size_t index = first; index < end; ++index) children.push_back(start(trials[index]));
        for (std::size_t index = first; index < end; ++index)
            note(trials[index], children[index - first].wait());
    }
}

// Those that follow one failure. Of the failures at one place the first and the last are followed.
std::vector<FaultExploration::Trial> FaultExploration::second_failures(const std::vector<Trial>& first,
                                                                       std::size_t& all) {
    std::map<std::string, std::pair<const Trial*, const Trial*>> followed;
    for (const Trial& trial : first) {
        if (trial.verdict == Verdict::deadlocked || trial.verdict == Verdict::endless) continue;
        followed.try_emplace(trial.failures.back().place(), &trial, &trial).first->second.second = &trial;
    }
    std::set<const Trial*> chosen;
    for (const auto& [place, ends] : followed) chosen.insert({ends.first, ends.second});
    std::vector<Trial> second;
    for (const Trial& trial : first) {
        if (!chosen.contains(&trial)) continue;
        std::vector<FaultyCall> calls = read_calls(trial.record);
        std::erase_if(calls, [](const FaultyCall& call) { return call.failures == 0; });
        all += calls.size();
        for (FaultyCall& call : without_equivalent(calls))
            second.push_back({{trial.failures.back(), std::move(call)}, {}});
    }
    return second;
}

// As a run reports: see configurator/findings/record.hpp, which has the locations of the run without
// failures.
void FaultExploration::report_worst(const AtPlace& place) const {
    if (record_.empty() || !place.worst) return;
    const FaultyCall& last = place.worst->back();
    std::ofstream(record_, std::ios::app)
        << fmt::format("sartor: a failure of rank {} is not survived: {}\nsartor:   failures there: {}\n"
                       "sartor:   sartor run -n {} --faults kill:{} {}\n",
                       last.rank, last.place(), text_of(place.runs), program_.ranks, name_of(*place.worst),
                       shell_text(program_.command));
}

void FaultExploration::report_table(const char* what, const std::vector<Trial>& trials,
                                    std::size_t all) const {
    Verdicts total{};
    for (const auto& [name, place] : places_)
        for (std::size_t index = 0; index < total.size(); ++index) total[index] += place.runs[index];
    fmt::print("{} at {} of {} calls (others are like one of these): {}\n", what, trials.size(), all,
               text_of(total));
    for (const auto& [name, place] : places_) {
        fmt::print("  {}: {}\n", name, text_of(place.runs));
        report_worst(place);
        for (const auto& one : {place.worst, place.other})
            if (one)
                fmt::print("    sartor run -n {} --faults kill:{} {}\n", program_.ranks, name_of(*one),
                           shell_text(program_.command));
    }
    std::fflush(stdout);
}

int FaultExploration::explore(const std::vector<FaultyCall>& calls, int failures) {
    std::vector<Trial> trials;
    for (FaultyCall& call : without_equivalent(calls)) {
        const std::string name = fmt::format("calls-{}-{}", call.rank, call.call);
        const std::filesystem::path record = std::filesystem::path(folder_.path()) / name;
        trials.push_back({{std::move(call)}, failures > 1 ? record : ""});
    }
    run(trials);
    report_table("failures", trials, calls.size());
    if (failures < 2 || interrupted() != 0) return exit_code_;
    std::size_t all = 0;
    std::vector<Trial> second = second_failures(trials, all);
    run(second);
    report_table("second failures", second, all);
    return exit_code_;
}

} // namespace sartor::configurator
