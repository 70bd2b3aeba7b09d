// sartor experiment: what the papers published, beside what comes out here.
#pragma once

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

/// Returns 0, or 1 when a result is further off than it may be.
/// Errors: throws Error with exit code 2 for unknown experiments and wrong options.
int experiment(const ExperimentOptions& options);

} // namespace sartor::configurator
