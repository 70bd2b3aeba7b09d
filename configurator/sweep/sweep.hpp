// sartor sweep: a program on variations of an emulated machine.
#pragma once

#include "configurator/sweep/results.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

struct SweepOptions {
    std::string machine;
    std::vector<std::string> variations; ///< "smem=0.5MB..4MB"
    int ranks = 0;                       ///< 0: as many as the machine has room for
    std::string csv, json, page;         ///< files, or empty
    std::vector<std::string> command;    ///< the program and its arguments
};

/// Runs the program once on each combination, on as many cores as there are, and prints a table.
/// Errors: throws Error with exit code 2 for wrong options, and for machines that are not emulated.
void sweep(const SweepOptions& options);

} // namespace sartor::configurator
