// The files of emulation/experiments/: what a paper published, and the runs that show the same here.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A program that runs start, built by sartor cc (or by another MPI's compiler).
struct ExperimentProgram {
    std::string name;
    std::string source; ///< below the folder that has experiments/, or the root of the source tree
    std::string machine;
};

/// How a run's output is read: a line is split at blanks; each word belongs to the column of its place, "" to
/// none. Lines with another number of words, or without a number in each column but the key, are left out.
struct OutputForm {
    std::vector<std::string> columns;
    std::string key; ///< one of the columns, by which the others are series
};

struct ExperimentRun {
    std::string name;    ///< in expressions: letters, digits and _
    std::string program; ///< of the experiment's; or empty
    std::string tool;    ///< a program of the build that is no MPI program, beside sartor; or empty
    std::string with;    ///< "sartor", "mpich", "openmpi"
    std::string kind;    ///< "run", or "explain": sizes of the program's parts
    std::string machine;
    int ranks = 0;
    std::vector<std::string> options;   ///< of sartor run
    std::vector<std::string> arguments; ///< of the program; {machine}: the machine's file
    bool traces = false;                ///< peak() is asked of it
    OutputForm form;
};

/// Where a number stands to the constants of the machine's file.
enum class Origin {
    calibrated, ///< constants were chosen by this number, or by others of its table
    restated,   ///< it follows from constants that the paper gives: checks the mechanism, predicts nothing
    predicted,  ///< no constant of the same table or figure went in
    measured    ///< on this computer; no constants
};
const char* name_of(Origin origin);

/// One line of a table: either a published number, or a statement that holds or not.
struct ExperimentRow {
    std::string what;
    std::string unit;
    std::optional<double> published;
    std::string value;           ///< expression
    std::optional<double> limit; ///< largest error, percent of the published number; none: shown only
    std::string holds;           ///< expression of a statement; then the four above are unused
    std::string shows;           ///< the text beside it: see filled_in()
    Origin origin = Origin::predicted;
    std::vector<std::string> constants; ///< that were chosen by it, or that it restates
    int digits = 2;
    int line = 0; ///< of the file, for messages
};

struct ExperimentTable {
    std::string title;
    std::string note; ///< how far its numbers are independent of each other
    std::vector<ExperimentRow> rows;
};

struct ExperimentFigure {
    struct Curve {
        std::string name;
        std::string value; ///< expression of a series
    };
    std::string name;
    std::string title;
    std::string x, y; ///< what the axes show
    bool logarithmic = false;
    std::vector<Curve> curves;
};

struct Experiment {
    std::string path;
    std::string name; ///< the file's
    std::string paper;
    std::string where; ///< "table IV"
    std::string about;
    std::string machine; ///< of runs that name no other
    std::vector<ExperimentProgram> programs;
    std::vector<ExperimentRun> runs;
    std::vector<ExperimentTable> tables;
    std::vector<ExperimentFigure> figures;

    bool on_this_computer() const { return machine == "host"; }
};

/// Reads a file. With quick the members of a run's "quick" replace its own. An object with "each", a list of
/// objects, stands for as many as that has: in its texts {NAME} is the member NAME of one of them.
/// Errors: throws Error naming file, line and key: unknown or missing members, expressions that name runs
/// which are not there, constants that no machine has.
Experiment read_experiment(const std::string& path, bool quick);

/// The files of a folder, by name.
std::vector<std::string> experiments_in(const std::string& folder);

} // namespace sartor::configurator
