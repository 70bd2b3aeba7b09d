// sartor experiment: what the papers published, beside what comes out here.
#pragma once

#include "configurator/experiment/description.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

struct ExperimentOptions {
    std::vector<std::string> words; ///< "list"; "run" and names or files, or "all"; "all" alone
    bool quick = false;             ///< what takes long is made shorter
    bool emulated = false;          ///< "all" leaves out what is measured on this computer
    std::string folder = "sartor-experiments";
    std::vector<std::string> sets;
    bool fresh = false;
};

/// A file is named by a slash or .json, an experiment of Sartor's by its name. Errors: throws Error with exit
/// code 2 when there is none.
std::string path_of_experiment(const std::string& name);

/// Sources of the experiments that come with Sartor are in its source folder; of a file of the user's, in the
/// folder above that of the file if that is called experiments, else in its own.
std::string root_of_sources(const std::vector<Experiment>& experiments);

/// Returns 0, or 1 when a result is further off than it may be.
/// Errors: throws Error with exit code 2 for unknown experiments and wrong options.
int experiment(const ExperimentOptions& options);

} // namespace sartor::configurator
