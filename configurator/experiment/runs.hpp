// The runs of experiments: built, started, kept in a folder, and not repeated as long as nothing changed.
#pragma once

#include "configurator/experiment/description.hpp"
#include "configurator/experiment/expression.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// What came of a run.
struct RunRecord {
    std::string command;
    double seconds = 0;                  ///< that it took here
    std::string output;                  ///< standard output
    nlohmann::json summary;              ///< of --json, or of sartor explain --json; null where there is none
    std::map<std::string, double> peaks; ///< the largest value of each counter of its trace
    std::string absent; ///< why it was not run here ("mpicc.mpich is not installed"); then the rest is empty
    bool reused = false;
};

struct RunsWanted {
    std::string folder;            ///< of results; records are below it
    std::string root;              ///< the folder that the sources of programs are below
    std::vector<std::string> sets; ///< "portal_open=5000": other values of the machines' constants
    bool fresh = false;            ///< run again what has a record
};

/// All runs of some experiments. A record's name is a digest of the command, the program's sources, the
/// machine's constants, and Sartor itself, so an interrupted command goes on where it was.
class ExperimentRuns {
  public:
    ExperimentRuns(RunsWanted options, const std::vector<Experiment>& experiments);
    ExperimentRuns(const ExperimentRuns&) = delete;
    ExperimentRuns& operator=(const ExperimentRuns&) = delete;
    ~ExperimentRuns();

    /// Builds and runs what has no record: on emulated machines as many at a time as there are processors, on
    /// this computer one at a time. Errors: throws Error naming experiment and run when one fails.
    void perform();

    const RunRecord& record(const Experiment& experiment, const ExperimentRun& run) const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// The runs of one experiment as the names of its expressions.
class NamesOfRuns : public Names {
  public:
    NamesOfRuns(const ExperimentRuns& runs, const Experiment& experiment)
        : runs_(runs), experiment_(experiment) {}

    Value column(const std::string& run, const std::string& column) const override;
    Value summary(const std::string& run, const std::string& pointer) const override;
    double peak(const std::string& run, const std::string& counter) const override;

  private:
    const ExperimentRun& run_named(const std::string& name) const;
    /// Errors: throws Absent for a run that could not be made here.
    const RunRecord& record_of(const ExperimentRun& run) const;

    const ExperimentRuns& runs_;
    const Experiment& experiment_;
};

/// A run that an expression needs was not made here.
struct Absent {
    std::string reason;
};

/// A column of an output, by its key column.
Series column_of(const std::string& output, const OutputForm& form, const std::string& column);

/// The number at a JSON pointer, or the numbers of an object there. Errors: throws Error when there is none.
Value number_at(const nlohmann::json& summary, const std::string& pointer);

} // namespace sartor::configurator
