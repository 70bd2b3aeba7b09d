// sartor replay: recorded traces of a chip's networks on an emulated machine.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct ReplayOptions {
    std::vector<std::string> traces; ///< files
    std::string machine;
    std::vector<std::string> sets; ///< "core_gap=12"
    std::string csv;
    std::string json;
    std::string page;   ///< HTML
    bool speed = false; ///< also print how fast the replay was
};

/// Prints the table of recorded and predicted times.
/// Errors: throws Error; with exit code 2 for an unknown machine, and for constants that it lacks.
void replay(const ReplayOptions& options);

} // namespace sartor::configurator
