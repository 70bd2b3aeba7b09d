// Names of C++ symbols as people write them.
#pragma once

#include <string>

namespace sartor::configurator {

/// The name itself when it is none of C++'s.
std::string demangled(const std::string& symbol);

/// bool Solver<(anonymous namespace)::Grid>::step(int) const -> bool Solver<(anonymous
/// namespace)::Grid>::step
std::string without_arguments(const std::string& demangled);

} // namespace sartor::configurator
