// Runs in which ranks fail, tried one after the other: at which calls, and what became of them.
#pragma once

#include "configurator/run/faults.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "configurator/support/temporary_folder.hpp"

namespace sartor::configurator {

/// A call at which a rank may fail.
struct FaultyCall {
    int rank = 0;
    long call = 0;    // of the rank, from 1 on
    int failures = 0; // of other ranks, before it
    std::string function;
    std::string location;

    std::string place() const;
};

/// Of one run, in the order in which they happen.
using Failures = std::vector<FaultyCall>;
/// As --faults kill: takes it: "3@17,1@20".
std::string name_of(const Failures& failures);

/// In the file's order: the calls of each rank together. Calls are alike if the rank makes the same calls
/// before and after them, at the same places: in loops the first and the last of them are kept.
std::vector<FaultyCall> without_equivalent(const std::vector<FaultyCall>& calls);

enum class Verdict { survived, other_output, ended, deadlocked, crashed, endless };
constexpr std::size_t verdict_count = 6;
using Verdicts = std::array<int, verdict_count>; // how many runs each

/// All runs of one exploration, several at a time.
class FaultExploration {
  public:
    explicit FaultExploration(const FaultyProgram& program);

    /// The calls of the run without failures. Errors: throws Error if it does not end with 0.
    std::vector<FaultyCall> record();
    /// Runs in which one rank fails, and a table of them; with two, others in which a second one fails
    /// afterwards. Returns the exit code.
    int explore(const std::vector<FaultyCall>& calls, int failures);

  private:
    struct Trial {
        Failures failures;
        std::filesystem::path record; // of the calls; or empty
        Verdict verdict = Verdict::survived;
    };
    // What became of the runs whose last failure was at one place.
    struct AtPlace {
        Verdicts runs{};
        std::optional<Failures> worst; // the first that did not survive
        std::optional<Failures> other; // the first with other output
    };

    Child start(const Trial& trial) const;
    void run(std::vector<Trial>& trials);
    void note(Trial& trial, const Result& run);
    void report_worst(const AtPlace& place) const;
    void report_table(const char* what, const std::vector<Trial>& trials, std::size_t all) const;
    std::vector<Trial> second_failures(const std::vector<Trial>& first, std::size_t& all);

    const FaultyProgram& program_;
    TemporaryFolder folder_;
    std::string record_; // of reports, for the files of --report; or empty
    Result whole_;
    std::map<std::string, AtPlace> places_;
    int exit_code_ = 0;
    bool is_shown_ = false; // the report of one that did not survive
};

} // namespace sartor::configurator
