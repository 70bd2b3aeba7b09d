// Several programs on one command line: -n 2 a : -n 3 b.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// The arguments between colons that stand alone. Behind "--" all belong to one program.
std::vector<std::vector<std::string>> split_at_colons(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
