// What ranks are in a run: what the program needs, or as --ranks says.
#pragma once

#include "configurator/link/recut.hpp"
#include "configurator/run/run.hpp"

#include <string>

namespace sartor::configurator {

struct ContainerOfRun {
    std::string rebuilt_for; // fibers or threads; empty: as the program was made
    std::string notice;      // for the first run in this way; or empty
};

/// Makes options.processes as many as ranks where these are processes.
/// Reports a program whose ranks would be processes if the other options let them.
/// Errors: throws Error with exit code 2 for --ranks on an emulated machine.
ContainerOfRun choose_container(RunOptions& options, const HowMade& made, const std::string& path);

} // namespace sartor::configurator
