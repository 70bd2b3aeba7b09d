// Command lines are parsed with CLI11; wrong usage ends with exit code 2.
#pragma once

#include "configurator/support/error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A message of CLI11 about a wrong command line, reworded: "--np takes a number, got x".
std::string in_plain_words(const std::string& message);

/// Parses, then acts. Help and versions end with 0, everything else that CLI11 refuses is wrong usage.
template <typename Act>
int parse(CLI::App& app, std::vector<std::string> arguments, const Act& act) {
    std::reverse(arguments.begin(), arguments.end());
    try {
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        refuse("{} (see {} --help)", in_plain_words(error.what()), app.get_name());
    }
    return act();
}

} // namespace sartor::configurator
