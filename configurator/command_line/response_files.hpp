// Arguments of the form @FILE, replaced by what the file holds, as compilers and linkers do.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// An @FILE that cannot be read is unchanged, as in GCC.
/// Errors: throws Error when files include each other without end.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments);

} // namespace sartor::configurator
