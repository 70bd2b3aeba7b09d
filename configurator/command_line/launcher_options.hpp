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
    std::string cores;                                       // numbers of processors
    std::string folder;                                      // for the ranks
    std::string input;                                       // who has it: "all", "none", a rank
    std::string formats;                                     // of output: "tag", "timestamp"...
    std::string file;                                        // with more of the command line
    int ranks_per_host = 0;                                  // 0: not said
    std::vector<std::string> without_effect;                 // as they were given
};

void add_launcher_options(CLI::App& app, LauncherOptions& others, RunOptions& options);

/// An option by one name that the parser knows, where launchers spell it otherwise: -genv NAME=VALUE.
void spell_for_parser(std::string& option, const std::string& next);

/// The command line that the file has, of which each line is a program with its options (-configfile).
/// Errors: throws Error where the file can't be read, or a quotation is not closed.
std::vector<std::string> words_of_file(const std::string& file);

/// Options that each of several programs may have: those without effect, and names of hosts.
void add_options_of_each_program(CLI::App& app, std::vector<HostRanks>& hosts);

/// Applies them: changes the environment and the options.
/// Errors: throws Error with exit code 2 for what contradicts an option of Sartor's own.
void apply(const LauncherOptions& others, RunOptions& options);

} // namespace sartor::configurator
