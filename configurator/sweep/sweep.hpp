// sartor sweep: a program on variations of an emulated machine, or with several algorithms.
#pragma once

#include "configurator/sweep/results.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

struct SweepOptions {
    std::string machine = "host";
    std::vector<std::string> variations; ///< "smem=0.5MB..4MB", "bcast=tree,chain"
    std::vector<int> ranks;              ///< empty: as many as the machine has room for; on this computer 16
    int runs = 5;                        ///< of which times are medians, on this computer
    std::string csv, json, page;         ///< files, or empty
    std::vector<std::string> command;    ///< the program and its arguments
};

/// Runs the program on each combination, and prints a table.
/// Errors: throws Error with exit code 2 for wrong options, and for constants of machines that are not
/// emulated.
void sweep(const SweepOptions& options);

} // namespace sartor::configurator
