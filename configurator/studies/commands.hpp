// The options of the studies, and their help.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// arguments: the name of a study, and its options. Returns the exit code.
int study_command(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
