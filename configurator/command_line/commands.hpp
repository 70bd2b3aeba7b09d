// sartor's own commands, their options and their help.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// name: as it is called, for messages. Everything after the program belongs to the program.
int run_command(const std::string& name, const std::vector<std::string>& arguments);

/// scan, explain, machines, --help, --version and the help of cc and c++.
int other_commands(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
