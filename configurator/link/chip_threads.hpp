// Threads of OpenMP on emulated machines: which programs may have them, and what the executable needs for
// them.
#pragma once

#include "configurator/link/executable.hpp"

#include <array>
#include <set>
#include <string>
#include <string_view>

namespace sartor::configurator {

/// The functions of OpenMP that the program's images and libraries call and that an executable for an
/// emulated machine supplies itself; empty where threads are those of the system. Errors: throws Error naming
/// the functions that do not exist, variables of which each thread would need its own, or libraries whose
/// calls are not known before they are loaded.
std::set<std::string> openmp_functions(const ExecutableParts& parts);

/// What else of the machine's library is linked, beside these functions.
inline constexpr std::array<std::string_view, 2> openmp_symbols = {"sartor_runs_threads",
                                                                   "sartor_reports_threads"};

} // namespace sartor::configurator
