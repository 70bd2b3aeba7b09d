// What a run reported about its program, as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

enum class Level { error, warning, note };

/// A kind of finding. Error classes of MPI are rules, too.
struct Rule {
    std::string id; // "deadlock", "MPI_ERR_RANK"
    Level level;
    std::string summary;
    std::string help;
};

/// Somewhere in the program, as far as symbols and debug information have it.
struct Place {
    std::string function; // empty: not known
    std::string file;     // relative to the current folder where it is below it; empty: not known
    int line = 0;         // 0: not known
};

/// A further line of a report, with the place that it names.
struct Detail {
    std::string text;
    std::optional<Place> place;
};

struct Finding {
    Rule rule;
    std::string message; // the first line
    std::string ranks;   // "0, 2-7"; empty: of none in particular
    std::optional<Place> place;
    std::vector<Detail> details; // in the order of the report
    std::vector<Detail> others;  // further places that a line names, with its text

    /// The report as text.
    std::string text() const;
};

struct Outcome {
    int exit_code = 0;
    int signal = 0;           // that ended the run; 0: none
    std::string begun, ended; // UTC, ISO 8601

    bool is_success() const noexcept { return exit_code == 0 && signal == 0; }
};

struct Run {
    std::vector<std::string> command;
    int ranks = 1;
    Outcome outcome;
    std::vector<Finding> findings;
    std::vector<std::string> notices; // reports about the run itself
};

} // namespace sartor::configurator
