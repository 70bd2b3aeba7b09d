// operator new and delete that a program defines.
#pragma once

#include "configurator/link/trace.hpp"

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// operator new and delete in all forms, by their names for linkers.
inline constexpr std::array allocation_operators = {
#define SARTOR_OPERATOR(number, name) std::string_view(name),
#include "runtime/rank/allocation_operators.inc"
#undef SARTOR_OPERATOR
};

/// Those that the program's own objects and archive members define, by their names for linkers: the C++
/// library is to call them (runtime/image/parts/own_allocation.cpp).
std::set<std::string> own_operators(const UsedFiles& used);

} // namespace sartor::configurator
