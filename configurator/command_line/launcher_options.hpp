// The options of other MPIs' launchers, mpirun and mpiexec, that scripts use.
#pragma once

#include "configurator/run/run.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sartor::configurator {

struct LauncherOptions {
    std::vector<std::string> exported;                       // Open MPI's -x: NAME or NAME=VALUE
    std::vector<std::pair<std::string, std::string>> values; // MPICH's -genv NAME VALUE
    std::string binding;                                     // "none" or what a worker is bound to
    std::string mapping;                                     // by what ranks are dealt out
};

void add_launcher_options(CLI::App& app, LauncherOptions& others, std::vector<HostRanks>& hosts);

/// Options that each of several programs may have: those without effect, and names of hosts.
void add_options_of_each_program(CLI::App& app, std::vector<HostRanks>& hosts);

/// Applies them: changes the environment and the options.
/// Errors: throws Error with exit code 2 for what contradicts an option of Sartor's own.
void apply(const LauncherOptions& others, RunOptions& options);

} // namespace sartor::configurator
