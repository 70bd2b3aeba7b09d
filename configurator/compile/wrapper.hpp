// sartor cc and sartor c++: compilers whose objects carry a note of the MPI constants that they name.
#pragma once

#include "configurator/support/compiler.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// `arguments` are the compiler's. Returns the compiler's exit code.
int wrap_compiler(Language language, const std::vector<std::string>& arguments);

} // namespace sartor::configurator
