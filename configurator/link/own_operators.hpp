// operator new and delete that a program defines.
#pragma once

#include "configurator/link/trace.hpp"

#include <set>
#include <string>

namespace sartor::configurator {

/// Those that the program's own objects and archive members define, by their names for linkers: the C++
/// library is to call them (components/process/image/parts/own_allocation.cpp).
std::set<std::string> own_operators(const UsedFiles& used);

} // namespace sartor::configurator
