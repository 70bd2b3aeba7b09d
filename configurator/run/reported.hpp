// sartor run --report=FILE[,FILE]: the run is a child of this command, which makes the files when it has
// ended.
#pragma once

#include "configurator/run/run.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Runs body(options), which becomes the program or exits, and ends as it does: with its exit code, or by its
/// signal. Signals for this command are passed on to it. `options.report` names the files.
/// Errors: throws Error with exit code 2 for names without a known ending and for files that can't be
/// written.
[[noreturn]] void run_and_report(const RunOptions& options, const std::vector<std::string>& command,
                                 const std::function<void(const RunOptions&)>& body);

} // namespace sartor::configurator
