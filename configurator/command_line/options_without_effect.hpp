// Options of other MPIs' launchers that mean nothing here: taken, so that scripts run as they are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Adds them, hidden from --help. given: gets each as it stands on the command line.
void add_options_without_effect(CLI::App& app, std::vector<std::string>& given);

} // namespace sartor::configurator
