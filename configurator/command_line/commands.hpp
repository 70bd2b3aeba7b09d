// sartor's own commands, their options and their help.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// `name`: as it was called, for messages. All arguments after the program belong to the program. Returns on
/// errors only.
int run_command(const std::string& name, const std::vector<std::string>& arguments);

/// scan, explain, machines, --help, --version and the help of cc and c++.
int other_commands(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
