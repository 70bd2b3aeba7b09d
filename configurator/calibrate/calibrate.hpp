// sartor calibrate: constants of a machine fitted to measured values.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct CalibrateOptions {
    std::string measurements;           ///< a CSV file
    std::string runs;                   ///< the experiment, or file, whose runs its expressions name
    std::vector<std::string> constants; ///< "portal_open", "portal_write=1000..50000"
    std::string output;                 ///< the machine's file, or empty
    std::string folder = "sartor-experiments";
    bool quick = false; ///< with the runs of sartor experiment --quick
};

/// Prints the constants with their errors, and the residuals of fitted and held-out rows.
/// Errors: throws Error; with exit code 2 for unknown constants and wrong bounds.
void calibrate(const CalibrateOptions& options);

} // namespace sartor::configurator
